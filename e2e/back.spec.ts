import { ImagePage, pictures } from "./fixtures/create-page";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";
import { waitForClosedLayers } from "./fixtures/settled-page";

test("Back closes dialogs and sheets before it leaves the page", async ({ page }) => {
  const images = new ImagePage(page);
  await page.goto("/library");
  await page.getByRole("link", { name: "Image", exact: true }).first().click();
  await expect(page).toHaveURL("/create/image");
  const take = await images.make("A paper boat", { count: 2 });
  await expect(pictures(take)).toHaveCount(2);
  const lightbox = page.getByRole("dialog", { name: /A paper boat/ });
  const palette = page.getByRole("dialog", { name: "Command palette" });

  await test.step("the lightbox", async () => {
    await pictures(take).first().click();
    await expect(lightbox).toBeVisible();
    await page.goBack();
    await expect(lightbox).toBeHidden();
    await expect(page).toHaveURL("/create/image");
    await expect(pictures(take).first()).toBeFocused();
  });

  await test.step("a dialog over the lightbox is closed first", async () => {
    await pictures(take).first().click();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette).toBeVisible();
    await page.goBack();
    await expect(palette).toBeHidden();
    await expect(lightbox).toBeVisible();
    await page.goBack();
    await expect(lightbox).toBeHidden();
  });

  await test.step("a lightbox that was closed with Escape adds no step", async () => {
    await pictures(take).first().click();
    await expect(lightbox).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lightbox).toBeHidden();
    // Unlike a person's Back, Playwright's leads to an entry that it looked up before.
    await waitForClosedLayers(page);
    await page.goBack();
    await expect(page).toHaveURL("/library");
    await page.goForward();
    await expect(page).toHaveURL("/create/image");
    await expect(page.getByRole("heading", { level: 1, name: "Image" })).toBeVisible();
  });

  await test.step("a dialog that led to another page adds no step", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("activ");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/activity");
    await expect(palette).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/create/image");
    await pictures(take).first().click();
    await lightbox.getByRole("link", { name: "Create a video" }).first().click();
    await expect(page).toHaveURL(/\/create\/video/);
    await page.goBack();
    await expect(page).toHaveURL("/create/image");
    await expect(lightbox).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/library");
  });

  await test.step("a sheet, which adds no step after a reload", async () => {
    const speech = new SpeechPage(page);
    await page.getByRole("link", { name: "Speech", exact: true }).first().click();
    await expect(page).toHaveURL("/create/speech");
    const sheet = page.getByRole("dialog", { name: "Choose a voice" });
    await speech.form.getByRole("button", { name: /^Voice/ }).click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL("/create/speech");

    await speech.form.getByRole("button", { name: /^Voice/ }).click();
    await expect(sheet).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Speech" })).toBeVisible();
    await waitForClosedLayers(page);
    await page.goBack();
    await expect(page).toHaveURL("/library");
  });
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } });

  test("Back closes a menu", async ({ page }) => {
    await page.goto("/activity");
    await page.getByRole("link", { name: "Library" }).first().click();
    await expect(page).toHaveURL("/library");
    await page.getByRole("button", { name: "Type" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("menu")).toBeHidden();
    await expect(page).toHaveURL("/library");
    await page.goBack();
    await expect(page).toHaveURL("/activity");
  });
});
