import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parseBuffer } from "music-metadata";
import sharp from "sharp";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { expect, test } from "./fixtures/test";

const phone = { width: 360, height: 740 };

/** Opens the formats by keys. */
async function openFormats(page: Page): Promise<Locator> {
  const button = page.getByRole("article").getByRole("button", { name: "Download", exact: true });
  await button.press("Enter");
  await page.getByRole("menuitem", { name: "Formats and details" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Download as" });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function download(page: Page, dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).press("Enter");
  const file = await downloading;
  await expect(dialog).toBeHidden();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** How the browser decodes audio. */
function decode(page: Page, bytes: Buffer): Promise<{ seconds: number; peak: number }> {
  return page.evaluate(async (base64) => {
    const { buffer } = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const sound = await new AudioContext().decodeAudioData(buffer);
    const peak = sound.getChannelData(0).reduce((highest, each) => Math.max(highest, Math.abs(each)), 0);
    return { seconds: sound.duration, peak };
  }, bytes.toString("base64"));
}

test("a song is downloaded in other formats, by keyboard and on a phone", async ({ guard, page, studio }) => {
  test.setTimeout(120_000);
  guard.allow(/status 422/);
  const prompt = `Slow waltz for a lighthouse, ${randomUUID().slice(0, 8)}`;
  const song = { model: "music-3.0", prompt, lyrics: "[Outro]\nla" };
  const { id } = await studio.api.createGeneration("music", song);
  const [output] = (await studio.api.waitForEnd(id)).outputs;

  await page.goto(`/library/${id}`);
  const dialog = await openFormats(page);
  await expect(dialog.getByRole("radio", { name: "MP3" })).toBeChecked();
  await dialog.getByRole("radio", { name: "MP3" }).press("ArrowLeft");
  await expect(dialog.getByRole("radio", { name: "M4A" })).toBeChecked();
  await dialog.getByLabel("Loudness").selectOption("-16");
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectNoOverflow(page);
  const { name, bytes } = await download(page, dialog);
  expect(name).toMatch(/^slow-waltz-for-a-lighthouse-\w+\.m4a$/);
  expect((await parseBuffer(bytes)).common.lyrics?.[0]?.text).toContain("la");
  const heard = await decode(page, bytes);
  expect(Math.abs(heard.seconds - output!.durationSeconds!)).toBeLessThan(0.06);
  expect(heard.peak).toBeGreaterThan(0.1);

  await openFormats(page);
  const problem = { status: 422, contentType: "application/problem+json", body: '{"code":"asset.corrupt"}' };
  await page.route("**/download?*", (route) => route.fulfill(problem), { times: 1 });
  await dialog.getByRole("button", { name: "Download" }).press("Enter");
  await expect(page.getByText("The file can’t be decoded.")).toBeVisible();
  await dialog.getByLabel("Title, prompt and parameters").selectOption("sidecar");
  expect((await download(page, dialog)).name).toMatch(/\.zip$/);
});

test("an image is downloaded as WebP from its page and its lightbox", async ({ page, studio }) => {
  test.setTimeout(120_000);
  const prompt = `A red fox, ${randomUUID().slice(0, 8)}`;
  const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt, n: 1 });
  await studio.api.waitForEnd(id);
  await page.goto(`/library/${id}`);
  const dialog = await openFormats(page);
  await dialog.getByRole("radio", { name: "WebP" }).check();
  const { name, bytes } = await download(page, dialog);
  expect(name).toMatch(/^a-red-fox-\w+\.webp$/);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp" });

  // The browser may still count the download as a navigation of this page, and abort another one.
  await page.getByRole("link", { name: "Image", exact: true }).first().click();
  const take = page.getByRole("article").filter({ hasText: prompt });
  await take.getByRole("button", { name: "Open result 1 of 1" }).click();
  const lightbox = page.getByRole("dialog", { name: /^Result 1 of 1/ });
  await lightbox.getByRole("button", { name: "Download" }).first().click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Original JPEG" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.jpg$/);
});
