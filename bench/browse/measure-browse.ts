import { setTimeout as delay } from "node:timers/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { rareWord } from "@/lib/items/testing/seed-items.server";
import { inTurns, timeIt } from "../report/rounds";
import { median, quantile } from "../report/statistics";
import { atMost, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { buildBareApp } from "../studio/bare-app";
import { launchChromium, requireChromium, signIn, type StorageState } from "../studio/browser";
import { unlimited, withStudio } from "../studio/running-studio";
import type { StudioApi } from "../studio/studio-api";
import { seedStudio } from "./seed-studio";
import { measureSearch, readFirstShown, watchFirstShown, watchFrames, type LongFrame } from "./watch-page";

const itemCount = 100_000;
const slowdown = 4;
const loads = 10;
const requests = 200;
const scrollMs = 120_000;
const wheelPx = 600;
const betweenWheelsMs = 100;
/** A rare word of seeded items, and parts of their hashes: none is in the name of the newest item. */
const searches = [rareWord, "a1b", "3fe", "77c", "0d2", "5b9", "c4a", "9e7", "f06", "2d8"];

/** The library with 100,000 items in Chromium with a fourfold CPU slowdown. */
export async function measureBrowse(context: BenchContext): Promise<Measure[]> {
  const { root, log } = context;
  const browserPath = requireChromium();
  log("browse: build of a bare page");
  const bare = await (await buildBareApp(path.join(root, ".cache/bench/bare"), { packages: root })).start();
  const settings = {
    rateLimits: { endpoints: { imageGeneration: unlimited } },
    sandbox: { latencyMs: 50, rateLimits: "off", taskDurationMs: 500 },
  };
  try {
    return await withStudio(context, settings, async ({ studio, api }) => {
      log(`browse: seeding ${itemCount} items`);
      await seedStudio(studio, itemCount);
      const browser = await launchChromium(browserPath);
      try {
        const session = await signIn(browser, studio);
        log(`browse: ${requests} requests for the first page beside a bare route`);
        const overHttp = await measureFirstPage(api, bare.address);
        log(`browse: ${loads} loads beside the bare page`);
        const library = { url: `${studio.address}/library`, selector: "[data-tile] img" };
        const known = await showOnce(browser, { url: library.url, session });
        const { floor, figure, first } = await inTurns(
          { rounds: loads, warmUp: 1 },
          {
            floor: () => measureLoad(browser, { url: bare.address, selector: "main" }),
            figure: () => measureLoad(browser, { ...library, session: known }),
            first: () => measureLoad(browser, { ...library, session }),
          },
        );
        const loaded = (timesMs: number[]) => ({
          unit: "ms" as const,
          floor: median(floor),
          figure: median(timesMs),
        });
        return [
          overHttp,
          {
            name: "browse: first tiles visible, 4x slower, median",
            ...loaded(figure),
            aim: atMost(1_000),
          },
          { name: "browse: the same in a browser that never showed them", ...loaded(first) },
          ...(await measureUse(browser, { address: studio.address, session, log })),
        ];
      } finally {
        await browser.close();
      }
    });
  } finally {
    await bare.stop();
  }
}

/** A page of 40 items from the real route, in turns with a route of the same framework that reads nothing. */
async function measureFirstPage(api: StudioApi, bareAddress: string): Promise<Measure> {
  const timeRequest = async (request: () => Promise<unknown>) => (await timeIt(request)).ms;
  const { floor, figure } = await inTurns(
    { rounds: requests, warmUp: 40 },
    {
      floor: () => timeRequest(async () => (await fetch(`${bareAddress}/nothing`)).text()),
      figure: () => timeRequest(() => api.request("GET", "/api/v1/items")),
    },
  );
  const p95 = (timesMs: number[]) => quantile(timesMs, 0.95);
  return {
    name: "browse: first page over HTTP, p95",
    unit: "ms",
    floor: p95(floor),
    figure: p95(figure),
    aim: ratioAtMost(4),
  };
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

const newContext = (browser: Browser, storageState?: StorageState) =>
  browser.newContext({
    ...(storageState ? { storageState } : {}),
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
  });

/** The session of a browser that has shown a page, whose cookies say how wide it is. */
async function showOnce(
  browser: Browser,
  { url, session }: { url: string; session: StorageState },
): Promise<StorageState> {
  const context = await newContext(browser, session);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForFunction(() => document.cookie.includes("library-width"));
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** From the navigation, with an empty cache, until an element that matches is painted. */
async function measureLoad(
  browser: Browser,
  { url, selector, session }: { url: string; selector: string; session?: StorageState },
): Promise<number> {
  const context = await newContext(browser, session);
  try {
    const page = await openSlowPage(context);
    await watchFirstShown(page, selector);
    await page.goto(url, { waitUntil: "commit" });
    return await readFirstShown(page);
  } finally {
    await context.close();
  }
}

/** Two minutes of scrolling, half of them backwards, and then searches. */
async function measureUse(
  browser: Browser,
  { address, session, log }: { address: string; session: StorageState; log: BenchContext["log"] },
): Promise<Measure[]> {
  const context = await newContext(browser, session);
  try {
    const page = await openSlowPage(context);
    await page.goto(`${address}/library`, { waitUntil: "networkidle" });
    const protocol = await context.newCDPSession(page);
    await watchFrames(page);
    log(`browse: scrolling for ${scrollMs / 1_000} s`);
    await page.mouse.move(700, 500);
    let mostElements = 0;
    for (const direction of [1, -1]) {
      const endsAt = performance.now() + scrollMs / 2;
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        await page.mouse.wheel(0, direction * wheelPx);
        await delay(betweenWheelsMs);
        if (turn % 20 === 0) mostElements = Math.max(mostElements, await countElements(page));
      }
      log(`browse: now at ${await page.evaluate(() => Math.round(window.scrollY))} px`);
    }
    const frames = await page.evaluate(() => window.longFrames);
    for (const frame of longest(frames, 5))
      log(`  ${Math.round(frame.durationMs)} ms: ${frame.scripts.join(", ")}`);
    await protocol.send("HeapProfiler.collectGarbage");
    const { usedSize } = await protocol.send("Runtime.getHeapUsage");
    await page.evaluate(() => window.scrollTo(0, 0));
    const field = page.getByRole("searchbox");
    const timesMs: number[] = [];
    for (const word of searches) {
      await field.fill("");
      await delay(2_000);
      timesMs.push(await measureSearch(page, word));
    }
    log(`browse: searches ${timesMs.map(Math.round).join(", ")} ms`);
    return [
      { name: "browse: most elements while scrolling", unit: "", figure: mostElements, aim: atMost(3_000) },
      {
        name: "browse: JavaScript heap after scrolling",
        unit: "MiB",
        figure: usedSize / 2 ** 20,
        aim: atMost(60),
      },
      {
        name: "browse: longest frame while scrolling, 4x slower",
        unit: "ms",
        figure: Math.max(0, ...frames.map(({ durationMs }) => durationMs)),
        aim: atMost(100),
      },
      {
        name: "browse: from the last key to results, 4x slower, median",
        unit: "ms",
        figure: median(timesMs),
        aim: atMost(200),
      },
    ];
  } finally {
    await context.close();
  }
}

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

const longest = (frames: readonly LongFrame[], count: number) =>
  frames.toSorted((left, right) => right.durationMs - left.durationMs).slice(0, count);
