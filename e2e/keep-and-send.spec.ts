import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, nobody, test } from "./fixtures/test";

test.use({ viewport: { width: 1440, height: 900 } });

const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });

async function select(tile: Locator) {
  await tile.hover();
  await tile.locator("xpath=..").locator("[data-select]").click();
}

test("with a mouse, a song of last month is found and sent, ten images are grouped, and one is deleted for good", async ({
  openBrowser,
  page,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  // The trash and the projects of earlier journeys stay.
  const mark = randomUUID().slice(0, 8);
  const [boats, fleet] = [`Tin boats ${mark}`, `Fleet ${mark}`];
  const compose = async (prompt: string) =>
    api.waitForEnd((await api.createGeneration("music", { model: "music-3.0", prompt, lyrics: "la" })).id);
  const draw = async (n: number) =>
    api.waitForEnd((await api.createGeneration("image", { model: "image-01", prompt: boats, n })).id);
  const [song] = await Promise.all([compose("Mazurka for a foghorn"), compose("Mazurka for a kettle")]);
  await Promise.all([draw(6), draw(6)]);
  await changeStudioDatabase(
    studio.process.dataDir,
    `UPDATE "Item" SET "createdAt" = date_trunc('month', now()) - interval '10 days' WHERE "generationId" = $1`,
    [song.id],
  );
  const tiles = page.locator("a[data-tile]");
  const search = page.getByLabel("Search the library");

  await test.step("two words find the song", async () => {
    await page.goto("/library");
    await search.click();
    await page.keyboard.type("foghorn mazurka");
    await expect(tiles).toHaveCount(1);
    await tiles.click();
    await expect(page.getByRole("heading", { level: 1, name: "Mazurka for a foghorn" })).toBeVisible();
  });

  await test.step("its link opens without an account", async () => {
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Share", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    await dialog.getByRole("button", { name: "Close" }).click();
    const stranger = await (await openBrowser(nobody)).newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole("heading", { level: 1 })).toContainText("Mazurka for a foghorn");
    await stranger.close();
  });

  await test.step("ten images are added to a new project", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await search.fill(boats);
    await expect(tiles).toHaveCount(12);
    await select(tiles.first());
    await tiles.nth(9).click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("10 selected");
    await bar(page).getByRole("button", { name: "Add to project" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to project" });
    await dialog.getByRole("textbox", { name: "New project" }).fill(fleet);
    await dialog.getByRole("button", { name: "Create and add" }).click();
    await expect(page.getByText(`10 items added to “${fleet}”`)).toBeVisible();
    await page.getByRole("link", { name: "Projects" }).click();
    await page.getByRole("main").getByRole("link", { name: fleet }).first().click();
    await expect(page.getByRole("main").locator("[data-tile]")).toHaveCount(10);
  });

  await test.step("one is deleted for good after one question", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await search.fill(boats);
    await expect(tiles).toHaveCount(12);
    await select(tiles.last());
    await bar(page).getByRole("button", { name: "Move to trash" }).click();
    await expect(tiles).toHaveCount(11);
    await page.getByRole("link", { name: "Trash", exact: true }).click();
    // The library's field has the same name.
    await expect(page).toHaveURL(/trash=true/);
    await search.fill(boats);
    await expect(tiles).toHaveCount(1);
    await select(tiles.first());
    await bar(page).getByRole("button", { name: "Delete for good" }).click();
    const question = page.getByRole("dialog", { name: "Delete 1 item for good?" });
    await question.getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByText("1 item deleted for good")).toBeVisible();
    await expect(tiles).toHaveCount(0);
  });
});
