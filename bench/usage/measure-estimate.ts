import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { median, quantile } from "../report/statistics";
import { atMost, type Measure } from "../report/table";
import type { StudioApi } from "../studio/studio-api";

const frameMs = 1_000 / 60;
const slowdown = 4;
const warmUpKeys = 10;
const keys = 100;
/** The speed of a practised typist. */
const betweenKeysMs = 80;
const sentence = "The light turns. ";
const sentences = 500;

declare global {
  interface Window {
    /** Milliseconds from each key to the changed text of the submit bar, by the key's timestamp. */
    estimateTimesMs: number[];
  }
}

/**
 * From each key in a text of 8,500 characters, at a price per character, until the new estimate is in the document, in
 * Chromium at its own speed and with a fourfold CPU slowdown.
 */
export async function measureEstimate(
  browser: Browser,
  {
    api,
    address,
    session,
  }: { api: StudioApi; address: string; session: BrowserContextOptions["storageState"] },
): Promise<Measure[]> {
  const character = { generator: "speech", unit: "character", amount: "1" };
  await api.request("PUT", "/api/v1/prices", {
    currency: "EUR",
    prices: ["speech-2.6-hd", "speech-2.6-turbo"].map((model) => ({ ...character, model })),
  });
  const context = await browser.newContext({
    ...(session === undefined ? {} : { storageState: session }),
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
  });
  try {
    const page = await context.newPage();
    await page.goto(`${address}/create/speech`, { waitUntil: "networkidle" });
    await page.locator('.cm-content[name="text"]').click();
    await page.keyboard.insertText(sentence.repeat(sentences));
    await page.getByText(/^About €/).waitFor();
    await watchEstimate(page);
    const own = await typeKeys(page, 1);
    const slowed = await typeKeys(page, slowdown);
    const p95 = (timesMs: readonly number[]) => quantile(timesMs, 0.95);
    return [
      { name: "usage: estimate after a key, median", unit: "ms", figure: median(own), aim: atMost(frameMs) },
      { name: "usage: estimate after a key, p95", unit: "ms", figure: p95(own), aim: atMost(frameMs) },
      { name: "usage: the same, 4x slower, median", unit: "ms", figure: median(slowed) },
      { name: "usage: the same, 4x slower, p95", unit: "ms", figure: p95(slowed) },
    ];
  } finally {
    await context.close();
    await api.request("PUT", "/api/v1/prices", { currency: null, prices: [] });
  }
}

async function watchEstimate(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.estimateTimesMs = [];
    let pressedAt: number | null = null;
    const watch = (event: Event) => (pressedAt = event.timeStamp);
    document.addEventListener("keydown", watch, { capture: true });
    new MutationObserver(() => {
      if (pressedAt === null) return;
      window.estimateTimesMs.push(performance.now() - pressedAt);
      pressedAt = null;
    }).observe(document.querySelector("[data-submit-bar]")!, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

async function typeKeys(page: Page, rate: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  for (let key = 0; key < warmUpKeys + keys; key += 1) {
    if (key === warmUpKeys) await page.evaluate(() => (window.estimateTimesMs = []));
    await page.keyboard.press("e");
    await page.waitForTimeout(betweenKeysMs);
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  const timesMs = await page.evaluate(() => window.estimateTimesMs);
  if (timesMs.length !== keys) throw new Error(`The estimate followed ${timesMs.length} of ${keys} keys.`);
  return timesMs;
}
