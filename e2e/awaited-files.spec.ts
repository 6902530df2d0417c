import type { Page } from "@playwright/test";
import sharp from "sharp";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

const awaited = "Starts when the upload finishes.";

/** Holds uploads back, as a slow network does. @returns a function that releases them */
async function holdUploads(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/api/uploads?*", async (route) => {
    await released.promise;
    // A cancelled upload is gone.
    await route.continue().catch(() => undefined);
  });
  return released.resolve;
}

test("an image submitted during the upload of its reference is made with it once", async ({
  page,
  sandbox,
  studio,
}) => {
  const images = new ImagePage(page);
  await images.open();
  const release = await holdUploads(page);
  const create = { width: 640, height: 640, channels: 3, background: "#886644" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await page.locator("input[type=file]").setInputFiles({ name: "keeper.png", mimeType: "image/png", buffer });
  await images.prompt.fill("The keeper of the light");
  await images.chooseCount(1);
  await images.submit.dblclick();
  await expect(page.getByText(awaited)).toBeVisible();
  await expect(images.submit).toHaveAttribute("aria-busy", "true");
  await images.prompt.press("ControlOrMeta+Enter");
  expect((await studio.api.listGenerations()).generations).toHaveLength(0);

  release();
  await expect(pictures(images.take("The keeper of the light"))).toHaveCount(1);
  await expect(page.getByText(awaited)).toBeHidden();
  const [made] = (await studio.api.listGenerations()).generations;
  expect(made!.input.subject_reference).toMatchObject([{ image_file: { assetId: expect.any(String) } }]);
  expect(await sandbox.readBill()).toHaveLength(1);
});

test("a cover takes the file chosen last, and is not sent when its upload is cancelled", async ({
  page,
  studio,
}) => {
  test.slow();
  const cover = new CoverPage(page);
  await cover.open();
  const release = await holdUploads(page);
  await cover.chooseFile(await readShippedSong("first.mp3"));
  await cover.chooseFile(await readShippedSong("second.mp3"));
  await expect(cover.reference.getByText("first.mp3")).toBeHidden();
  await cover.prompt.fill("Slow lounge jazz, brushed drums");
  await cover.submit.click();
  await expect(page.getByText(awaited)).toBeVisible();
  await cover.reference.getByRole("button", { name: "Cancel upload of second.mp3" }).click();
  await expect(page.getByText(awaited)).toBeHidden();
  await expect(cover.submit).not.toHaveAttribute("aria-busy");
  expect((await studio.api.listGenerations()).generations).toHaveLength(0);

  await cover.chooseFile(await readShippedSong("third.mp3"));
  await cover.chooseFile(await readShippedSong("last.mp3"));
  await cover.submit.click();
  await expect(page.getByText(awaited)).toBeVisible();
  release();
  await expect(cover.take("Slow lounge jazz, brushed drums")).toBeVisible();
  await expect(cover.reference.getByRole("button", { name: "Play last.mp3" })).toBeVisible();
  for (const name of ["first.mp3", "second.mp3", "third.mp3"])
    await expect(cover.reference.getByText(name)).toBeHidden();
  const [made] = (await studio.api.listGenerations()).generations;
  await studio.api.waitForEnd(made!.id, 60_000);
});
