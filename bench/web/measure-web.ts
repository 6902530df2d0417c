import path from "node:path";
import { chromium } from "@playwright/test";
import { findFreePort } from "@/lib/network/free-port.server";
import { StudioApi as TestApi } from "@/e2e/fixtures/studio-api";
import type { GenerationPage } from "@/lib/generations/read/generation-dto";
import { fillLibrary } from "@/scripts/screenshots/fill-library";
import { inTurns } from "../report/rounds";
import { median } from "../report/statistics";
import { atLeast, atMost, ratioAtLeast, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { buildBareApp } from "../studio/bare-app";
import { launchChromium, requireChromium, signIn } from "../studio/browser";
import { unlimited, withStudio } from "../studio/running-studio";
import type { StudioApi } from "../studio/studio-api";
import { installLighthouse, runLighthouse, type MobileLoad } from "./lighthouse";
import { measureInteractions } from "./measure-interactions";

const rounds = 5;
const generators = ["image", "speech", "music", "cover", "narration", "video"] as const;
/** How often the library is filled with ten examples of all generators. */
const fillings = 4;
const lightPages = new Set(["sign-in", "home", "library"]);

/**
 * What a phone gets: Lighthouse's mobile preset beside a bare page of the same framework, in turns; and how long
 * interactions take with a fourfold CPU slowdown.
 */
export async function measureWeb(context: BenchContext): Promise<Measure[]> {
  const { root, workDir, log } = context;
  const browserPath = requireChromium();
  const program = await installLighthouse(root, log);
  log("web: build of a bare page");
  const bare = await (await buildBareApp(path.join(root, ".cache/bench/bare"), { packages: root })).start();
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs: 50, rateLimits: "off", taskDurationMs: 500 },
  };
  try {
    return await withStudio(context, settings, async ({ studio, api }) => {
      const browser = await launchChromium(browserPath);
      const visitor = await openProfile(browserPath, path.join(workDir, "visitor"));
      const member = await openProfile(browserPath, path.join(workDir, "member"));
      try {
        const session = await signIn(browser, studio);
        await member.context.addCookies(session.cookies);
        const visit = (url: string, { port } = member) => runLighthouse({ program, port, url, workDir });
        /** Loads the pages in turns, and the bare page once in each round. */
        const measurePages = async (addresses: Record<string, string>): Promise<PageLoads[]> => {
          log(`web: ${Object.keys(addresses).join(", ")}: ${rounds} loads beside the bare page`);
          const sides: Record<string, () => Promise<MobileLoad>> = {
            "bare page": () => visit(`${bare.address}/`, visitor),
          };
          for (const [name, page] of Object.entries(addresses)) {
            const profile = name === "sign-in" ? visitor : member;
            sides[name] = () => visit(studio.address + page, profile);
          }
          const { "bare page": floor = [], ...figures } = await inTurns({ rounds }, sides);
          return Object.entries(figures).map(([name, figure]) => ({ name, floor, figure }));
        };
        const empty = await measurePages({
          "sign-in": "/sign-in",
          "home, empty": "/",
          "library, empty": "/library",
        });
        log("web: filling the library");
        const filled = new TestApi(() => studio.address, studio.token);
        for (let filling = 0; filling < fillings; filling += 1) await fillLibrary(filled, () => {});
        const pages = [
          ...empty,
          ...(await measurePages({
            home: "/",
            library: "/library",
            ...Object.fromEntries(generators.map((each) => [`create ${each}`, `/create/${each}`])),
            "an image": `/library/${await findImage(api)}`,
          })),
        ];
        return [
          ...pages.flatMap(describePage),
          ...describeAll(pages.flatMap(({ figure }) => figure)),
          ...(await measureInteractions(browser, studio.address, session)),
        ];
      } finally {
        await Promise.all([browser.close(), visitor.context.close(), member.context.close()]);
      }
    });
  } finally {
    await bare.stop();
  }
}

/** A browser whose cookies Lighthouse shares. */
async function openProfile(executablePath: string, folder: string) {
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  return { context, port };
}

interface PageLoads {
  name: string;
  floor: MobileLoad[];
  figure: MobileLoad[];
}

function describePage({ name, floor, figure }: PageLoads): Measure[] {
  const compareMedians = (key: keyof MobileLoad, per = 1) => ({
    floor: median(floor.map((load) => load[key])) / per,
    figure: median(figure.map((load) => load[key])) / per,
  });
  return [
    {
      name: `web: ${name}, JavaScript on the wire`,
      unit: "KiB",
      ...compareMedians("scriptBytes", 1024),
      aim: atMost(lightPages.has(name.split(",")[0]!) ? 160 : 195),
    },
    { name: `web: ${name}, requests`, unit: "", ...compareMedians("requests") },
    {
      name: `web: ${name}, Lighthouse performance`,
      unit: "points",
      ...compareMedians("performance"),
      aim: ratioAtLeast(0.97),
    },
    {
      name: `web: ${name}, blocking time`,
      unit: "ms",
      ...compareMedians("blockingMs"),
      aim: ratioAtMost(1.5),
    },
    {
      name: `web: ${name}, largest contentful paint`,
      unit: "ms",
      ...compareMedians("largestContentfulPaintMs"),
    },
  ];
}

function describeAll(loads: MobileLoad[]): Measure[] {
  const worst = (key: "accessibility" | "bestPractices") => Math.min(...loads.map((load) => load[key]));
  return [
    {
      name: "web: accessibility, worst page",
      unit: "points",
      figure: worst("accessibility"),
      aim: atLeast(100),
    },
    {
      name: "web: best practices, worst page",
      unit: "points",
      figure: worst("bestPractices"),
      aim: atLeast(100),
    },
    {
      name: "web: layout shift, worst load",
      unit: "",
      figure: Math.max(...loads.map(({ layoutShift }) => layoutShift)),
      aim: atMost(0.01),
    },
  ];
}

/** @returns the id of an image */
async function findImage(api: StudioApi): Promise<string> {
  const { generations } = await api.request<GenerationPage>(
    "GET",
    "/api/v1/generations?generator=image&limit=1",
  );
  return generations[0]!.id;
}
