import type { Browser, Page } from "@playwright/test";
import { quantile } from "../report/statistics";
import { atMost, type Measure } from "../report/table";
import type { StorageState } from "../studio/browser";

const slowdown = 4;
const rounds = 10;
/** The browser does not report shorter events, which count as this long. */
const shortestReportedMs = 16;
/** Longer than an interaction and what it starts. */
const settleMs = 700;

declare global {
  interface Window {
    /** How long the events since the last press took to the next painted frame, in milliseconds. */
    eventsMs: number[];
  }
}

interface Interaction {
  /** What is measured. */
  press: (page: Page) => Promise<void>;
  /** Waits for what appears and brings the page back. */
  undo: (page: Page) => Promise<void>;
}

const prompt = (page: Page) => page.getByRole("textbox", { name: "Prompt" });
const dialog = (page: Page) => page.getByRole("dialog");
const generatorLink = (page: Page, name: string) =>
  page.getByRole("navigation").first().getByRole("link", { name, exact: true });

async function closeDialog(page: Page): Promise<void> {
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
}

const interactions: Record<string, Interaction> = {
  "typing a letter": {
    press: (page) => prompt(page).press("e"),
    undo: async () => {},
  },
  "opening a menu": {
    press: (page) => page.getByRole("article").first().getByRole("button", { name: "More" }).click(),
    async undo(page) {
      await page.getByRole("menu").waitFor();
      await page.keyboard.press("Escape");
    },
  },
  "opening a dialog": {
    press: (page) => page.keyboard.press("ControlOrMeta+k"),
    undo: closeDialog,
  },
  "opening the lightbox": {
    press: (page) =>
      page
        .getByRole("button", { name: /^Open result/ })
        .first()
        .click(),
    undo: closeDialog,
  },
  "switching generator": {
    press: (page) => generatorLink(page, "Speech").click(),
    async undo(page) {
      await page.waitForURL(/speech/);
      await generatorLink(page, "Image").click();
      await page.waitForURL(/image/);
      await prompt(page).waitFor();
    },
  },
};

/** From the press to the next painted frame (Event Timing), on the page of images with a fourfold CPU slowdown. */
export async function measureInteractions(
  browser: Browser,
  address: string,
  session: StorageState,
): Promise<Measure[]> {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchEvents, shortestReportedMs);
    await page.goto(`${address}/create/image`, { waitUntil: "networkidle" });
    const protocol = await context.newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const measures: Measure[] = [];
    for (const [name, { press, undo }] of Object.entries(interactions)) {
      const timesMs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await page.evaluate(() => (window.eventsMs = []));
        await press(page);
        await page.waitForTimeout(settleMs);
        timesMs.push(Math.max(shortestReportedMs, ...(await page.evaluate(() => window.eventsMs))));
        await undo(page);
        await page.waitForTimeout(settleMs);
      }
      measures.push({
        name: `web: ${name}, 4x slower, to the next paint, p95`,
        unit: "ms",
        figure: quantile(timesMs, 0.95),
        aim: atMost(200),
      });
    }
    return measures;
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function watchEvents(durationThreshold: number): void {
  window.eventsMs = [];
  const presses = /^(key|pointer|mouse)(down|up)$|^click$/;
  const take: PerformanceObserverCallback = (list) => {
    for (const { name, duration } of list.getEntries())
      if (presses.test(name)) window.eventsMs.push(duration);
  };
  // TypeScript's DOM library lacks durationThreshold.
  const options = { type: "event", durationThreshold };
  new PerformanceObserver(take).observe(options);
}
