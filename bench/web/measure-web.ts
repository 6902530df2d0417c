import { spawn } from "node:child_process";
import path from "node:path";
import { type Browser, chromium, expect } from "@playwright/test";
import { findFreePort } from "@/lib/network/free-port.server";
import { StudioApi as TestApi } from "@/e2e/fixtures/studio-api";
import type { GenerationPage } from "@/lib/generations/read/generation-dto";
import { fillLibrary } from "@/scripts/screenshots/fill-library";
import { inTurns } from "../report/rounds";
import { median } from "../report/statistics";
import { atLeast, atMost, ratioAtLeast, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { buildBareApp } from "../studio/bare-app";
import { launchChromium, requireChromium, signIn, type StorageState } from "../studio/browser";
import { unlimited, withStudio } from "../studio/running-studio";
import type { StudioApi } from "../studio/studio-api";
import { installLighthouse, mostLayoutShift, runLighthouse, type MobileLoad } from "./lighthouse";
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
        await member.addCookies(session.cookies);
        /** Loads the pages in turns, and the bare page once in each round. */
        const measurePages = async (
          addresses: Record<string, string>,
          { scripts = true } = {},
        ): Promise<PageLoads[]> => {
          log(`web: ${Object.keys(addresses).join(", ")}: ${rounds} loads beside the bare page`);
          const visit = (url: string, { port } = member) =>
            runLighthouse({ program, port, url, scripts, workDir, log });
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
        const withoutScripts = await measurePages(
          {
            home: "/",
            library: "/library",
            "create image": "/create/image",
            "create music": "/create/music",
          },
          { scripts: false },
        );
        return [
          ...pages.flatMap(describePage),
          ...withoutScripts.flatMap(describeWithoutScripts),
          ...describeAll(pages.flatMap(({ figure }) => figure)),
          ...(await measureInteractions(browser, studio.address, session)),
        ];
      } finally {
        await Promise.all([browser.close(), visitor.close(), member.close()]);
      }
    });
  } finally {
    await bare.stop();
  }
}

/** As Playwright starts its browsers. */
const profileSwitches = [
  "--headless=new",
  "--no-sandbox",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-extensions-with-background-pages",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-extensions",
  "--disable-field-trial-config",
  "--disable-sync",
  "--mute-audio",
  "--password-store=basic",
  "--use-mock-keychain",
];
const closeTimeoutMs = 5_000;

/** A browser for Lighthouse alone: Playwright attached to it would handle every request, too. */
async function openProfile(executablePath: string, folder: string) {
  const port = await findFreePort();
  const child = spawn(
    executablePath,
    [...profileSwitches, `--remote-debugging-port=${port}`, `--user-data-dir=${folder}`, "about:blank"],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const close = async () => {
    const timer = setTimeout(kill, closeTimeoutMs);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(timer);
    process.off("exit", kill);
  };
  const drive = async <Value>(work: (driven: Browser) => Promise<Value>): Promise<Value> => {
    const driven = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    try {
      return await work(driven);
    } finally {
      // Disconnects; the browser keeps running.
      await driven.close();
    }
  };
  try {
    await expect(() => drive(async () => {})).toPass({ timeout: 30_000 });
  } catch (error) {
    await close();
    throw error;
  }
  const addCookies = (cookies: StorageState["cookies"]) =>
    drive((driven) => driven.contexts()[0]!.addCookies(cookies));
  return { port, addCookies, close };
}

interface PageLoads {
  name: string;
  floor: MobileLoad[];
  figure: MobileLoad[];
}

function comparerOf({ floor, figure }: PageLoads) {
  return (key: keyof MobileLoad, per = 1) => ({
    floor: median(floor.map((load) => load[key])) / per,
    figure: median(figure.map((load) => load[key])) / per,
  });
}

/** What HTML, styles and pictures cost alone: the page without its script files, the framework's and its own. */
function describeWithoutScripts(page: PageLoads): Measure[] {
  const compareMedians = comparerOf(page);
  const name = `web: ${page.name} without scripts`;
  return [
    { name: `${name}, Lighthouse performance`, unit: "points", ...compareMedians("performance") },
    { name: `${name}, blocking time`, unit: "ms", ...compareMedians("blockingMs") },
    {
      name: `${name}, largest contentful paint`,
      unit: "ms",
      ...compareMedians("largestContentfulPaintMs"),
    },
  ];
}

function describePage(page: PageLoads): Measure[] {
  const { name } = page;
  const compareMedians = comparerOf(page);
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
      aim: atMost(mostLayoutShift),
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
