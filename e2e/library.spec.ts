import { randomUUID } from "node:crypto";
import { expectAccessible } from "./fixtures/accessible";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, test } from "./fixtures/test";

test("the library filters, searches, opens, deletes and restores results", async ({ page, studio }) => {
  const make = async (prompt: string) =>
    studio.api.waitForEnd(
      (await studio.api.createGeneration("image", { model: "image-01", prompt, n: 2 })).id,
    );
  // The trash still holds results of earlier journeys, so the words are unique.
  const words = `Amber glass on a windowsill ${randomUUID().slice(0, 8)}`;
  const made = await make(words);
  await studio.api.waitForEnd(
    (await studio.api.createGeneration("image", { model: "image-01", prompt: "A quiet harbour", n: 1 })).id,
  );
  await make("A wrecked trawler [[fault:1026]]");
  const amber = page.getByRole("link", { name: new RegExp(`^Open result \\d: ${words}`) });
  const other = page.getByRole("link", { name: /^Open result 1: A quiet harbour/ });
  const wreck = page.getByRole("link", { name: /A wrecked trawler/ });

  await page.goto("/library");
  await test.step("filters by kind, model, time and shape", async () => {
    await expect(amber).toHaveCount(2);
    await expect(wreck).toHaveCount(0);
    const choose = async (filter: string, option: string) => {
      await page.getByRole("button", { name: `${filter}: ` }).click();
      await page.getByRole("menuitem", { name: option, exact: true }).click();
    };
    await choose("Type", "Audio");
    await expect(amber).toHaveCount(0);
    await choose("Type", "Images");
    await expect(page).toHaveURL(/kind=image/);
    await expect(amber).toHaveCount(2);
    await choose("Model", "image-01");
    await choose("Time", "Last 7 days");
    await choose("Shape or length", "Portrait");
    await expect(amber).toHaveCount(0);
    await choose("Shape or length", "Square");
    await expect(amber).toHaveCount(2);
    await page.reload();
    await expect(amber).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Model: image-01" })).toBeVisible();
    await page.getByRole("button", { name: "Time: Since" }).click();
    await page.getByRole("menuitem", { name: "Choose dates" }).click();
    const dates = page.getByRole("dialog", { name: "Choose dates" });
    await dates.getByLabel("From").fill("2001-01-01");
    await dates.getByLabel("Until").fill("2001-01-31");
    await dates.getByRole("button", { name: "Show" }).click();
    await expect(
      page.getByRole("button", { name: "Time: January 1, 2001 to January 31, 2001" }),
    ).toBeVisible();
    await expect(amber).toHaveCount(0);
    await choose("Time", "Any time");
    await expect(amber).toHaveCount(2);
    await choose("Model", "Any model");
    await choose("Shape or length", "Any shape or length");
    await page.getByRole("button", { name: "Type: " }).click();
    await page.getByRole("menuitem", { name: "Image", exact: true }).click();
    await expect(page).toHaveURL(/generator=image/);
    await expect(amber).toHaveCount(2);
  });

  await test.step("tells of failed work in one line of its day, which leads to Activity", async () => {
    await page.goto("/library");
    await expect(page.getByText(/^\d+ failed$/)).toBeVisible();
    await page.getByRole("link", { name: "Show in Activity" }).click();
    await expect(page).toHaveURL("/activity");
    await expect(wreck).toBeVisible();
    await page.goto("/library?generator=image");
    await expect(amber).toHaveCount(2);
    // A filtered list is about its items alone.
    await expect(page.getByRole("link", { name: "Show in Activity" })).toHaveCount(0);
  });

  await test.step("jumps to a month at the edge of the window, by keys", async () => {
    const shown = new Date();
    const [later, now] = [1, 0].map((months) =>
      new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + months)).toISOString().slice(0, 7),
    );
    const isMonths = (url: URL) => url.pathname === "/api/v1/items/months";
    await page.route(isMonths, (route) =>
      route.fulfill({
        json: { months: [later, now].map((month) => ({ month, count: 1_240 })), total: 2_480, exact: false },
      }),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    // The server counts only what it knows without reading items.
    await page.goto("/library?from=2001-01-01T00:00:00.000Z");
    await expect(page.getByText("About 2,480 items")).toBeVisible();
    const months = page.getByRole("navigation", { name: "Months" });
    await months.locator("[tabindex='0']").focus();
    await page.keyboard.press("ArrowUp");
    await expect(months.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`at=${now}-`));
    await expect(amber).toHaveCount(2);
    await page.goto("/library?at=2001-01-01T00:00:00.000Z");
    await expect(page).toHaveURL("/library");
    await expect(amber).toHaveCount(2);
    await page.unroute(isMonths);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("filters are named by what they show, and a search is emptied by one button", async () => {
    await page.goto("/library?generator=image");
    await expect(page.getByRole("button", { name: "Type: Image" })).toBeVisible();
    const search = page.getByLabel("Search the library");
    await expect(page.getByText("/", { exact: true })).toBeVisible();
    await search.fill("wind");
    await expect(page.getByText("/", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(search).toHaveValue("");
    await expect(search).toBeFocused();
    await expect(page.getByText("/", { exact: true })).toBeHidden();
    await expect(page).not.toHaveURL(/q=/);
  });

  await test.step("shows favourites alone, with their star, also after a reload", async () => {
    const favourites = page.getByRole("button", { name: "Favourites" });
    await favourites.click();
    await expect(amber).toHaveCount(0);
    await studio.api.call("PUT", `/api/v1/generations/${made.id}/favourite`);
    await expect(amber).toHaveCount(2);
    await page.reload();
    await expect(favourites).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("button", { name: "Type: Image" })).toBeVisible();
    await expect(amber).toHaveCount(2);
    await page.goto("/library");
    await expect(other).toBeVisible();
    await favourites.click();
    await expect(amber).toHaveCount(2);
    await expect(other).toHaveCount(0);
    const tiles = page.getByRole("listitem").filter({ has: amber });
    await expect(tiles.filter({ hasText: "Favourite" })).toHaveCount(2);
    await favourites.click();
    await expect(other).toBeVisible();
  });

  await test.step("finds words, and says when there are none", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("wind");
    await expect(page).toHaveURL(/q=wind/);
    await expect(amber).toHaveCount(2);
    await page.getByLabel("Search the library").fill("nothing of this name");
    await expect(page.getByText(/^No results/)).toBeVisible();
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(other).toBeVisible();
    await expect(page.getByLabel("Search the library")).toHaveValue("");
  });

  await test.step("opens a result clicked right after typing, and keeps the search on the way back", async () => {
    await page.getByLabel("Search the library").fill("windowsill");
    await amber.first().click();
    await page.waitForURL(`**/library/${made.id}*`);
    await page.goBack();
    await expect(page).toHaveURL(/q=windowsill/);
    await expect(amber).toHaveCount(2);
    const search = page.getByLabel("Search the library");
    await expect(search).toHaveValue("windowsill");
    await page.getByRole("link", { name: "Trash", exact: true }).click();
    await expect(search).toHaveValue("");
    await page.goBack();
    await expect(search).toHaveValue("windowsill");
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(other).toBeVisible();
  });

  await test.step("opens a result with all parameters", async () => {
    await amber.first().click();
    await expect(page).toHaveURL(new RegExp(`/library/${made.id}`));
    await expect(page.getByRole("heading", { level: 1, name: words })).toBeVisible();
    const parameters = page.getByRole("region", { name: "Parameters" });
    await expect(parameters).toContainText("image-01");
    await expect(parameters).toContainText("1024 × 1024");
    await expect(
      page.getByRole("article").getByText(/^Image, image-01, generated in [\d.]+ s$/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Show result 2 of 2" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download all as ZIP" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  });

  await test.step("moves it to the trash and back", async () => {
    const throwAway = async () => {
      await page.getByRole("article").getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Move all 2 to trash" }).click();
      await expect(page.getByText("All 2 results moved to trash").first()).toBeVisible();
      await expect(page.getByText("This item is in the trash.")).toBeVisible();
    };
    await throwAway();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("This item is in the trash.")).toBeHidden();
    await throwAway();
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await expect(other).toBeVisible();
    await expect(amber).toHaveCount(0);
    await page.getByRole("link", { name: "Trash" }).click();
    await expect(amber).toHaveCount(2);
    for (const left of [1, 0]) {
      const tiles = page.getByRole("listitem").filter({ has: amber });
      await tiles.first().getByRole("button", { name: "Restore" }).click();
      await expect(amber).toHaveCount(left);
    }
    await page.getByRole("link", { name: "Back to library" }).click();
    await expect(amber).toHaveCount(2);
  });
});

test("a change of thousands is shown again after a reload, until its end is announced", async ({
  page,
  studio,
}) => {
  const { id: imageId } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A red kite over dunes",
    n: 1,
  });
  await studio.api.waitForEnd(imageId);
  const id = randomUUID();
  const change = (statement: string) => changeStudioDatabase(studio.process.dataDir, statement, [id]);
  // Workers leave it alone until it is late.
  await change(`
    INSERT INTO "ItemTask" ("id", "userId", "action", "itemIds", "total", "exact", "done", "changed", "updatedAt")
    SELECT $1, "id", '{"kind": "change", "changes": {"rating": 4}}', '{}', 3000, true, 1200, 1200, now() + interval '1 hour'
    FROM "User" ORDER BY "createdAt" LIMIT 1`);
  await page.goto("/library");
  const progress = page.getByRole("region", { name: "Changing items" });
  await expect(progress).toContainText("1,200 of 3,000");
  await page.reload();
  await expect(progress).toContainText("1,200 of 3,000");
  await change(`UPDATE "ItemTask" SET "done" = 2400, "changed" = 2400, "version" = 2 WHERE "id" = $1`);
  await expect(progress).toContainText("2,400 of 3,000");
  await expectAccessible(page);
  await change(`
    UPDATE "ItemTask" SET "state" = 'succeeded', "done" = 3000, "changed" = 3000, "version" = 3, "finishedAt" = now()
    WHERE "id" = $1`);
  await expect(page.getByText("3,000 items rated 4 stars")).toBeVisible();
  await expect(progress).toBeHidden();
  await change(`DELETE FROM "ItemTask" WHERE "id" = $1`);
});
