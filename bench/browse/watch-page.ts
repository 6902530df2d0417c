import type { Page } from "@playwright/test";

/** A frame that took longer than 50 ms. */
export interface LongFrame {
  durationMs: number;
  /** The scripts that ran in it, with their times. */
  scripts: string[];
}

declare global {
  interface Window {
    longFrames: LongFrame[];
    /** When the page first showed what is looked for, in milliseconds since the navigation. */
    firstShownMs?: number;
    /** When the last key was pressed, on the clock of performance.now(). */
    lastKeyMs: number;
  }
}

/**
 * Records when the first element that matches `selector`, or the picture in it, is painted in the window. For a page that
 * was not opened yet.
 */
export async function watchFirstShown(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const isShown = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const isLoaded =
        !(element instanceof HTMLImageElement) || (element.complete && element.naturalWidth > 0);
      return isLoaded && bottom > 0 && top < window.innerHeight;
    };
    const look = () => {
      const shown = [...document.querySelectorAll(wanted)].some(isShown);
      if (!shown) requestAnimationFrame(look);
      // What the frame draws is on the screen when the next one begins.
      else requestAnimationFrame(() => (window.firstShownMs = performance.now()));
    };
    requestAnimationFrame(look);
  }, selector);
}

export async function readFirstShown(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => window.firstShownMs);
  return (await shown.jsonValue())!;
}

/** Records long frames (Long Animation Frames) from now on. */
export function watchFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.longFrames = [];
    const take: PerformanceObserverCallback = (list) => {
      for (const entry of list.getEntries()) {
        // TypeScript's DOM library lacks these entries.
        const { scripts } = entry as PerformanceEntry & {
          scripts: { invoker: string; sourceFunctionName: string; duration: number }[];
        };
        window.longFrames.push({
          durationMs: entry.duration,
          scripts: scripts.map(
            ({ invoker, sourceFunctionName, duration }) =>
              `${invoker} ${sourceFunctionName} ${Math.round(duration)} ms`,
          ),
        });
      }
    };
    new PerformanceObserver(take).observe({ type: "long-animation-frame" });
  });
}

/** Types into the focused field and waits until the first tile has the word in its name. */
export async function measureSearch(page: Page, word: string): Promise<number> {
  await page.evaluate(() => {
    window.lastKeyMs = 0;
    document.addEventListener("input", (event) => (window.lastKeyMs = event.timeStamp), { capture: true });
  });
  await page.keyboard.type(word, { delay: 80 });
  const shownMs = await page.waitForFunction(
    (wanted) =>
      document.querySelector("[data-tile]")?.getAttribute("aria-label")?.includes(wanted)
        ? performance.now()
        : null,
    word,
    { polling: "raf" },
  );
  return (await shownMs.jsonValue())! - (await page.evaluate(() => window.lastKeyMs));
}
