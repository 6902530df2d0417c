import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, nobody, test } from "./fixtures/test";

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } } as const;

/** A second of silence, too short for a cover. */
function makeShortSound(): Buffer {
  const rate = 8_000;
  const wav = Buffer.alloc(44 + rate * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + rate * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(rate * 2, 40);
  return wav;
}

/** Files that a generator's form refuses. */
const unfitFiles: Record<string, () => Promise<{ name: string; mimeType: string; buffer: Buffer }>> = {
  cover: () => Promise.resolve({ name: "short.wav", mimeType: "audio/wav", buffer: makeShortSound() }),
  video: async () => ({
    name: "small.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
      .png()
      .toBuffer(),
  }),
};

test("every form is accessible with its errors shown in both themes", async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(sizes.phone);
  for (const generator of ["image", "speech", "narration", "music", "cover", "video"]) {
    await test.step(generator, async () => {
      await page.goto(`/create/${generator}`);
      const form = page.getByRole("main").locator("form");
      await form.locator("button[type=submit]").click();
      await expect(form.locator("[aria-invalid=true], .text-danger").first()).toBeVisible();
      await expectAccessible(page);
      const file = await unfitFiles[generator]?.();
      if (!file) return;
      await form.locator("input[type=file]").first().setInputFiles(file);
      await expect(form.getByRole("alert").getByRole("listitem").first()).toBeVisible();
      await expectAccessible(page);
    });
  }
});

/** Checks the open page at both sizes. */
async function expectAccessibleAtBothSizes(page: Page, landmark: Locator): Promise<void> {
  for (const viewport of Object.values(sizes)) {
    await page.setViewportSize(viewport);
    await expect(landmark).toBeVisible();
    await expectAccessible(page);
  }
}

async function expectPagesAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleAtBothSizes(page, page.getByRole("heading", { level: 1 }));
    });
  }
}

test("every page with results is accessible and fits in both themes and sizes", async ({ page, studio }) => {
  test.setTimeout(240_000);
  const make = async (prompt: string) =>
    studio.api.waitForEnd(
      (await studio.api.createGeneration("image", { model: "image-01", prompt, n: 2 })).id,
    );
  const [made, failed] = await Promise.all([
    make("Paper lanterns in rain"),
    make("Broken lanterns [[fault:1026]]"),
    make("Lost lanterns [[fault:drop-after]]"),
    make("Some lanterns [[fault:partial:1]]"),
  ]);
  await expectPagesAccessible(page, [
    "/",
    "/create/image",
    "/library",
    `/library/${made.id}`,
    `/library/${failed.id}`,
    "/activity",
  ]);
  await test.step("the lightbox", async () => {
    await new ImagePage(page).open();
    await pictures(page.getByRole("article", { name: "Paper lanterns in rain" }))
      .first()
      .click();
    await expectAccessibleAtBothSizes(page, page.getByRole("dialog", { name: "Result 1 of 2" }));
    await page.keyboard.press("Escape");
  });
  await test.step("the command palette", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expectAccessibleAtBothSizes(page, page.getByRole("dialog", { name: "Command palette" }));
  });
});

test("every other page is accessible and fits in both themes and sizes", async ({
  page,
  openBrowser,
  guard,
}) => {
  test.setTimeout(240_000);
  guard.allow(/status 404: GET \S+\/(nowhere|invitation)/);
  await expectPagesAccessible(page, [
    "/library?trash=true",
    "/library?q=there+is+none",
    "/settings/connection",
    "/settings/account",
    "/settings/members",
    "/settings/tokens",
    "/settings/storage",
    "/nowhere",
  ]);
  const outside = await openBrowser(nobody);
  await expectPagesAccessible(await outside.newPage(), ["/sign-in", "/invitation/none"]);
});
