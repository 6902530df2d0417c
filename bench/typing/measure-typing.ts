import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { NARRATION_LIMITS } from "@/lib/service/contract/speech-options";
import { median, quantile } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { launchChromium, requireChromium, signIn } from "../studio/browser";
import { startStudio } from "../studio/running-studio";

const slowdown = 4;
const keysAtEachPlace = 100;
const warmUpKeys = 20;
/** Typing at both ends reaches the limit with the last key. */
const textLength = NARRATION_LIMITS.textMaxLength - 2 * (keysAtEachPlace + warmUpKeys);

/**
 * Typing into the narration form with 50,000 characters, pause markers and tone tags, in a browser with a
 * fourfold CPU slowdown: from the key to the frame with its letter, at both ends of the text; against a short
 * text in a plain textarea.
 */
export async function measureTyping({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const browserPath = requireChromium();
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
  const browser = await launchChromium(browserPath);
  try {
    const context = await browser.newContext({
      storageState: await signIn(browser, studio),
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
    });
    log(`typing: ${2 * keysAtEachPlace} keys into a text of ${NARRATION_LIMITS.textMaxLength} characters`);
    const plain = await context.newPage();
    await plain.setContent("<textarea autofocus></textarea>");
    const plainMs = await typeAtBothEnds(plain, plain.getByRole("textbox"), "The keeper climbed.");
    await plain.close();

    const page = await context.newPage();
    await page.goto(`${studio.address}/create/narration`, { waitUntil: "networkidle" });
    const editor = page.locator('.cm-content[name="text"]');
    await editor.waitFor();
    const formMs = await typeAtBothEnds(page, editor, composeText(textLength));
    const compare = (statistic: string, of: (timesMs: number[]) => number): Measure => ({
      name: `typing: 50,000 characters, keystroke, ${statistic}`,
      unit: "ms",
      floor: of(plainMs),
      figure: of(formMs),
    });
    return [
      compare("median", median),
      { ...compare("p95", (timesMs) => quantile(timesMs, 0.95)), aim: atMost(50) },
      compare("slowest", (timesMs) => Math.max(...timesMs)),
    ];
  } finally {
    await browser.close();
    await studio.stop();
  }
}

/** Inserts `text` like a paste, then types; the first keys at each end are warm-up. */
async function typeAtBothEnds(page: Page, editor: Locator, text: string): Promise<number[]> {
  await watchKeys(editor);
  await editor.click();
  await page.keyboard.insertText(text);
  const timesMs: number[] = [];
  for (const place of ["ControlOrMeta+End", "ControlOrMeta+Home"]) {
    await page.keyboard.press(place);
    await typeKeys(page, { count: warmUpKeys, slowdown });
    timesMs.push(...(await typeKeys(page, { count: keysAtEachPlace, slowdown })));
  }
  return timesMs;
}

/** Text with marks for the editor, of exactly this length. */
function composeText(length: number): string {
  const paragraph =
    "The keeper climbed the last stair and listened. <#0.8#> Nothing (sighs) but the sea, and the light that turns. " +
    "He wrote the hour, the wind and the height of the water, as he had done on every night of eleven years.\n";
  return paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length);
}

/** The speed of a practised typist; after every tenth key there is a pause in which the form updates. */
const betweenKeysMs = 80;
const pauseMs = 300;
const keysBetweenPauses = 10;

/** The browser doesn't report shorter times, which count as this long. */
const shortestReportedMs = 16;

declare global {
  interface Window {
    /** Milliseconds from each key to the frame that shows it, by the key's timestamp. */
    keyTimesMs: Map<number, number>;
  }
}

/**
 * Starts recording how long keys take by Event Timing: from the browser receiving the key, even while the page
 * is busy, to the next presented frame, in steps of 8 ms.
 */
async function watchKeys(editor: Locator): Promise<void> {
  await editor.evaluate((element, shortestMs) => {
    window.keyTimesMs = new Map();
    const watch = (event: Event) => {
      const { timeStamp, key } = event as KeyboardEvent;
      // Skips Control, End and the like.
      if (key.length === 1) window.keyTimesMs.set(timeStamp, shortestMs);
    };
    element.addEventListener("keydown", watch, { capture: true });
    const take: PerformanceObserverCallback = (list) => {
      for (const { name, startTime, duration } of list.getEntries()) {
        if (name === "keydown" && window.keyTimesMs.has(startTime))
          window.keyTimesMs.set(startTime, duration);
      }
    };
    // TypeScript's DOM library lacks durationThreshold.
    const options = { type: "event", durationThreshold: shortestMs };
    new PerformanceObserver(take).observe(options);
  }, shortestReportedMs);
}

/**
 * Types letters into the focused element, with the browser slowed down by `slowdown`.
 *
 * @returns how long each took to be shown, in milliseconds
 */
async function typeKeys(
  page: Page,
  { count, slowdown }: { count: number; slowdown: number },
): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => window.keyTimesMs.clear());
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let key = 1; key <= count; key += 1) {
    await page.keyboard.press("e");
    await page.waitForTimeout(key % keysBetweenPauses === 0 ? pauseMs : betweenKeysMs);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  const timesMs = await page.evaluate(() => [...window.keyTimesMs.values()]);
  if (timesMs.length !== count) throw new Error(`${timesMs.length} of ${count} keys were seen.`);
  return timesMs;
}
