import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Download } from "@playwright/test";
import { readZip } from "@/sandbox/rules/read-zip";
import { fillNewAccount, newPerson } from "./fixtures/accounts";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, ownStudioTest as test } from "./fixtures/test";

const words = "A lighthouse over a calm sea";
// The four images arrive one after another, so that each visibly fills its place.
const prompt = `${words} [[latency:1500]] [[fault:slow-links:1200]]`;

async function readDownload(download: Download): Promise<Buffer> {
  expect(await download.failure()).toBeNull();
  const bytes = await readFile(await download.path());
  // Without this header, a browser cannot show how much remains.
  const again = await download.page().request.get(download.url());
  expect(again.headers()["content-length"]).toBe(String(bytes.length));
  return bytes;
}

async function expectPicture(bytes: Buffer): Promise<void> {
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1024, height: 1024 });
  // Decodes every pixel, which fails for a truncated file.
  await sharp(bytes, { failOn: "warning" }).raw().toBuffer();
}

test("a first visitor sets up the studio, makes four images and downloads them", async ({
  startStudio,
  openBrowser,
}) => {
  test.setTimeout(120_000);
  const studio = await startStudio();
  const context = await openBrowser({ baseURL: studio.process.address });
  const page = await context.newPage();
  const images = new ImagePage(page);

  await test.step("sets up the owner's account", async () => {
    await page.goto("/");
    await expect(page).toHaveURL("/setup");
    await fillNewAccount(page, newPerson("Grace"));
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Nothing is sent to a real service or billed.").first()).toBeVisible();
  });

  const take = images.take(words);
  await test.step("makes four images and sees each fill in as it arrives", async () => {
    const navigation = page.getByRole("navigation", { name: "Studio" }).first();
    await navigation.getByRole("link", { name: "Image" }).click();
    await images.prompt.fill(prompt);
    await expect(page.getByRole("radio", { name: "4", exact: true })).toBeChecked();
    await images.submit.click();
    await expect(take.getByRole("listitem")).toHaveCount(4);
    await expect(pictures(take)).toHaveCount(0);
    const countPictures = () => pictures(take).count();
    await expect.poll(countPictures, { intervals: [50] }).toBeGreaterThan(0);
    expect(await countPictures()).toBeLessThan(4);
    await expect(pictures(take)).toHaveCount(4);
  });

  await test.step("looks at them by keyboard and downloads one", async () => {
    const first = take.getByRole("button", { name: "Open result 1 of 4" });
    await first.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Result 1 of 4" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    const second = page.getByRole("dialog", { name: "Result 2 of 4" });
    await expect(second.getByRole("img", { name: words })).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.keyboard.press("d");
    await expectPicture(await readDownload(await downloading));
    await page.keyboard.press("Escape");
    await expect(second).toBeHidden();
    await expect(first).toBeFocused();
  });

  await test.step("downloads all four in one archive", async () => {
    const downloading = page.waitForEvent("download");
    await take.getByRole("link", { name: "Download all as ZIP" }).click();
    const members = (await readZip(await readDownload(await downloading))) ?? [];
    expect(members).toHaveLength(4);
    for (const { name, bytes } of members) {
      expect(name).toMatch(/\.jpe?g$/);
      await expectPicture(bytes);
    }
  });
});
