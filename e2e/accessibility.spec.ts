import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible, expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { pictures } from "./fixtures/create-page";
import { expectGutter, expectRightEdge } from "./fixtures/page-layout";
import { expect, nobody, test } from "./fixtures/test";

/** One second of silence, too short for a cover. */
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

/** Files that the form of a generator rejects. */
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

test("forms with errors are accessible in both themes on a phone", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  // The journeys of speech and narration check their forms, with every field open.
  for (const generator of ["image", "music", "cover", "video"]) {
    await test.step(generator, async () => {
      await page.goto(`/create/${generator}`);
      const form = page.getByRole("main").locator("form");
      const file = await unfitFiles[generator]?.();
      if (file) {
        // The hidden input cannot be reached by a person before the scripts handle its button; here it can.
        await expect(async () => {
          await form.locator("input[type=file]").first().setInputFiles(file);
          await expect(form.getByRole("alert").getByRole("listitem").first()).toBeVisible({ timeout: 3000 });
        }).toPass();
      }
      await form.locator("button[type=submit]").click();
      await expect(form.locator("[aria-invalid=true], .text-danger").first()).toBeVisible();
      await expectAccessible(page);
    });
  }
});

/** Opens pages and checks them at both sizes and in both themes. */
async function expectPagesAccessible(
  page: Page,
  pages: Record<string, readonly ((page: Page) => Promise<void>)[]>,
): Promise<void> {
  for (const [path, layout] of Object.entries(pages)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessibleAtBothSizes(page);
      for (const expectLayout of layout) await expectLayout(page);
    });
  }
}

test("pages with results are accessible and fit every width", async ({ page, studio }) => {
  test.setTimeout(180_000);
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
  await expectPagesAccessible(page, {
    "/": [expectGutter],
    "/library": [expectGutter],
    [`/library/${made.id}`]: [],
    [`/library/${failed.id}`]: [],
    "/activity": [expectGutter],
    "/create/image": [expectGutter],
  });
  await test.step("the lightbox", async () => {
    await pictures(page.getByRole("article", { name: "Paper lanterns in rain" }))
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: "Result 1 of 2" })).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    await page.keyboard.press("Escape");
  });
  await test.step("the command palette", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await expectAccessibleAtBothSizes(page);
  });
});

test("pages without results, settings and pages for visitors are accessible and fit every width", async ({
  page,
  openBrowser,
  guard,
}) => {
  test.setTimeout(180_000);
  guard.allow(/status 404: GET \S+\/(nowhere|invitation)/);
  await expectPagesAccessible(page, {
    "/library?trash=true": [],
    "/library?q=there+is+none": [],
    "/settings/connection": [expectGutter, expectRightEdge],
    "/settings/account": [expectGutter, expectRightEdge],
    "/settings/members": [expectRightEdge],
    "/settings/tokens": [expectRightEdge],
    "/settings/webhooks": [expectRightEdge],
    "/settings/storage": [expectRightEdge],
    "/settings/audit-log": [expectRightEdge],
    "/settings/status": [],
    "/nowhere": [],
  });
  const visitor = await openBrowser(nobody);
  await expectPagesAccessible(await visitor.newPage(), { "/sign-in": [], "/invitation/none": [] });
});
