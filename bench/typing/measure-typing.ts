import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { NARRATION_LIMITS } from "@/lib/service/contract/speech-options";
import type { BenchContext, Measurement } from "../report/measurement";
import { median, quantile } from "../report/statistics";
import { launchChromium, requireChromium, signIn } from "../studio/browser";
import { startStudio } from "../studio/running-studio";
import { typeKeys, watchKeys } from "./type-keys";

const slowdown = 4;
const keysAtEachPlace = 100;
const warmUpKeys = 20;
/** At both ends of the text: it reaches its limit with the last key. */
const textLength = NARRATION_LIMITS.textMaxLength - 2 * (keysAtEachPlace + warmUpKeys);

/**
 * Typing into the narration form while it holds 50,000 characters with pause markers and tone tags, in a browser whose
 * processor is slowed down four times: from the key to the frame that shows its letter, at the end of the text and at
 * its beginning; against a short text in a plain textarea, alone on a page.
 */
export async function measureTyping({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const browserPath = requireChromium();
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), say });
  const browser = await launchChromium(browserPath);
  try {
    const context = await browser.newContext({
      storageState: await signIn(browser, studio),
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
    });
    say(`typing: ${2 * keysAtEachPlace} keys into a text of ${NARRATION_LIMITS.textMaxLength} characters`);
    const plain = await context.newPage();
    await plain.setContent("<textarea autofocus></textarea>");
    const plainMs = await typeAtBothEnds(plain, plain.getByRole("textbox"), "The keeper climbed.");
    await plain.close();

    const page = await context.newPage();
    await page.goto(`${studio.address}/create/narration`, { waitUntil: "networkidle" });
    const editor = page.locator('.cm-content[name="text"]');
    await editor.waitFor();
    const formMs = await typeAtBothEnds(page, editor, composeText(textLength));
    const compare = (statistic: string, of: (timesMs: number[]) => number): Measurement => ({
      name: `typing: 50,000 characters, keystroke, ${statistic}`,
      value: { amount: of(formMs), unit: "ms" },
      reference: { amount: of(plainMs), unit: "ms" },
    });
    return [
      compare("median", median),
      {
        ...compare("p95", (timesMs) => quantile(timesMs, 0.95)),
        target: { of: "value", comparison: "at most", amount: 50 },
      },
      compare("slowest", (timesMs) => Math.max(...timesMs)),
    ];
  } finally {
    await browser.close();
    await studio.stop();
  }
}

/** Puts `text` in as a paste does, then types; the first keys at each end do not count. */
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

/** Paragraphs of speech with what the editor has to mark, of exactly this length. */
function composeText(length: number): string {
  const paragraph =
    "The keeper climbed the last stair and listened. <#0.8#> Nothing (sighs) but the sea, and the light that turns. " +
    "He wrote the hour, the wind and the height of the water, as he had done on every night of eleven years.\n";
  return paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length);
}
