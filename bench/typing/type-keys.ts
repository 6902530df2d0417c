import type { Locator, Page } from "@playwright/test";

/** As fast as a practised typist; every tenth key comes after a pause, in which the form hears of the text. */
const betweenKeysMs = 80;
const pauseMs = 300;
const keysBetweenPauses = 10;

/** Shorter ones are not told of by the browser, and count as this long. */
const shortestToldMs = 16;

declare global {
  interface Window {
    /** From each key to the frame that shows it, in milliseconds, by when it was pressed. */
    keyTimesMs: Map<number, number>;
  }
}

/**
 * From now on the page remembers how long its keys take: what the browser itself counts (Event Timing), from the moment
 * it had the key, be the page busy then or not, until the next frame was presented. Told in steps of 8 ms.
 */
export async function watchKeys(editor: Locator): Promise<void> {
  await editor.evaluate((element, shortestMs) => {
    window.keyTimesMs = new Map();
    const watch = (event: Event) => {
      const { timeStamp, key } = event as KeyboardEvent;
      // Not Control, End and the like.
      if (key.length === 1) window.keyTimesMs.set(timeStamp, shortestMs);
    };
    element.addEventListener("keydown", watch, { capture: true });
    const take: PerformanceObserverCallback = (list) => {
      for (const { name, startTime, duration } of list.getEntries()) {
        if (name === "keydown" && window.keyTimesMs.has(startTime))
          window.keyTimesMs.set(startTime, duration);
      }
    };
    // TypeScript's DOM library does not know durationThreshold.
    const options = { type: "event", durationThreshold: shortestMs };
    new PerformanceObserver(take).observe(options);
  }, shortestToldMs);
}

/**
 * Types letters into the element that has the focus, with the browser slowed down `slowdown` times.
 *
 * @returns how long each took to be shown, in milliseconds
 */
export async function typeKeys(
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
