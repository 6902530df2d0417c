import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { ItemPage } from "@/lib/items/item-dto";
import { expectAccessible, expectNoViolations } from "./fixtures/accessible";
import { pressUntilFocused } from "./fixtures/press-until-focused";
import { expect, test, type Studio } from "./fixtures/test";

/** Makes 16 images and shows them alone in the library. */
async function showSixteen(page: Page, studio: Studio) {
  const words = `Lanterns over a harbour ${randomUUID().slice(0, 8)}`;
  for (const n of [8, 8]) {
    const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt: words, n });
    await studio.api.waitForEnd(id);
  }
  const query = new URLSearchParams({ q: words });
  await page.goto(`/library?${query}`);
  const tiles = page.locator("a[data-tile]");
  await expect(tiles).toHaveCount(16);
  const read = async (filter = "") =>
    (await studio.api.call<ItemPage>("GET", `/api/v1/items?${query}${filter}`)).items;
  return { tiles, read, words };
}

const bar = (page: Page) => page.getByRole("region", { name: "Selected items" });

test("with keys alone, ten items are rated, trashed and given back, and all that match are marked", async ({
  page,
  studio,
}) => {
  const { tiles, read } = await showSixteen(page, studio);
  const first = tiles.first();

  async function selectTen() {
    await pressUntilFocused(page, "Tab", first);
    await page.keyboard.press("Space");
    await expect(bar(page)).toContainText("1 selected");
    for (let count = 0; count < 9; count += 1) {
      await page.keyboard.press("Shift+ArrowRight");
      await expect(tiles.nth(count + 1)).toBeFocused();
    }
    await expect(bar(page)).toContainText("10 selected");
  }

  await test.step("rates ten and takes it back", async () => {
    await selectTen();
    await expectAccessible(page);
    await page.keyboard.press("4");
    await expect(page.getByText("10 items rated 4 stars")).toBeVisible();
    await expect(bar(page)).toBeHidden();
    expect((await read()).filter(({ rating }) => rating === 4)).toHaveLength(10);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText("Undone for 10 items")).toBeVisible();
    expect((await read()).filter(({ rating }) => rating > 0)).toHaveLength(0);
  });

  await test.step("moves ten to the trash and takes it back", async () => {
    await page.reload();
    await expect(tiles).toHaveCount(16);
    await selectTen();
    await page.keyboard.press("Delete");
    await expect(page.getByText("10 items moved to trash")).toBeVisible();
    await expect(tiles).toHaveCount(6);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(tiles).toHaveCount(16);
  });

  await test.step("marks all that match but one", async () => {
    await page.reload();
    await pressUntilFocused(page, "Tab", first);
    await page.keyboard.press("Space");
    await pressUntilFocused(page, "Shift+Tab", page.getByRole("button", { name: "Select all 16" }));
    await page.keyboard.press("Enter");
    await expect(bar(page)).toContainText("16 selected");
    await pressUntilFocused(page, "Tab", first);
    await page.keyboard.press("Space");
    await expect(bar(page)).toContainText("15 selected");
    await page.keyboard.press("f");
    await expect(page.getByText("15 items added to favourites")).toBeVisible();
    const marked = (await read()).map(({ favourite }) => favourite);
    expect(marked).toEqual([false, ...Array.from({ length: 15 }, () => true)]);
  });

  await test.step("tags, and ends with Escape", async () => {
    await pressUntilFocused(page, "Tab", first);
    await page.keyboard.press("Space");
    await pressUntilFocused(page, "Shift+Tab", bar(page).getByRole("button", { name: "Tag" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Tags" })).toBeFocused();
    await page.keyboard.type("Harbour, night");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 item changed")).toBeVisible();
    expect((await read("&tag=harbour,night")).length).toBe(1);
    await pressUntilFocused(page, "Tab", first);
    await page.keyboard.press("Space");
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/library\/[0-9a-f-]{36}/);
  });
});

test("on a phone, the list is walked, selected and opened with keys alone", async ({ page, studio }) => {
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  const { tiles, read, words } = await showSixteen(page, studio);
  const text = `${words} are counted`;
  await studio.api.waitForEnd(
    (
      await studio.api.createGeneration("speech", {
        model: "speech-2.6-hd",
        voice_setting: { voice_id: "English_expressive_narrator" },
        text,
        stream: false,
      })
    ).id,
  );
  const line = (index: number) => tiles.nth(index).locator("xpath=..");
  const list = page.getByRole("button", { name: "List", exact: true });

  await test.step("shows a line of two rows for each item, and plays a sound", async () => {
    await pressUntilFocused(page, "Tab", list);
    await page.keyboard.press("Enter");
    await expect(list).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/view=list/);
    await expect(line(0)).toContainText(text);
    await expect(line(1)).toContainText("Image");
    const { width, height } = (await line(1).boundingBox())!;
    expect([width, height]).toEqual([phone.width - 32, 60]);
    const name = (await line(1).getByText(words).boundingBox())!;
    const kind = (await line(1).getByText("Image", { exact: true }).boundingBox())!;
    expect(kind.y).toBeGreaterThan(name.y + name.height / 2);
    await expectAccessible(page);
    await line(0).getByRole("button", { name: /^Play/ }).focus();
    await page.keyboard.press("Enter");
    await expect(line(0).getByRole("button", { name: /^Pause/ })).toBeVisible();
    await page.keyboard.press("Enter");
  });

  await test.step("arrows walk, Shift selects, and a rating shows in its lines", async () => {
    await pressUntilFocused(page, "Tab", tiles.nth(1));
    await page.keyboard.press("ArrowDown");
    await expect(tiles.nth(2)).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bar(page)).toContainText("2 selected");
    await expectNoViolations(page);
    await page.keyboard.press("4");
    await expect(page.getByText("2 items rated 4 stars")).toBeVisible();
    await expect(line(3)).toContainText("4 stars");
    await expect(line(4)).not.toContainText("4 stars");
    expect((await read()).filter(({ rating }) => rating === 4)).toHaveLength(2);
  });

  await test.step("keeps its place on the way back, and its layout for the next visit", async () => {
    await pressUntilFocused(page, "Tab", tiles.nth(3));
    for (let index = 4; index <= 14; index += 1) {
      await page.keyboard.press("ArrowDown");
      await expect(page.locator(`a[data-tile="${index}"]`)).toBeFocused();
    }
    const seen = await page.evaluate(() => scrollY);
    expect(seen).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/library\/[0-9a-f-]{36}/);
    await page.goBack();
    await expect(page.locator(`a[data-tile="14"]`)).toBeInViewport();
    expect(Math.abs((await page.evaluate(() => scrollY)) - seen)).toBeLessThan(60);
    await page.goto("/library?trash=true");
    await expect(list).toHaveAttribute("aria-pressed", "true");
    await page.goto("/library?view=grid");
    await expect(list).toHaveAttribute("aria-pressed", "false");
    await pressUntilFocused(page, "Tab", page.getByRole("button", { name: "Grid", exact: true }));
    await page.keyboard.press("Enter");
  });
});

test("with a mouse, circles, Shift, a day and a box select", async ({ page, studio }) => {
  const { tiles } = await showSixteen(page, studio);
  const circle = (index: number) => tiles.nth(index).locator("xpath=..").locator("[data-select]");
  await tiles.nth(1).hover();
  await circle(1).click();
  await expect(bar(page)).toContainText("1 selected");
  await tiles.nth(4).hover();
  const preview = page.getByText("Shift: 3 more");
  await expect(preview).toBeHidden();
  await page.keyboard.down("Shift");
  await expect(preview).toBeVisible();
  await expect(tiles.nth(3)).toHaveCSS("outline-style", "dashed");
  await expect(tiles.nth(5)).not.toHaveCSS("outline-style", "dashed");
  await page.keyboard.up("Shift");
  await expect(preview).toBeHidden();
  await tiles.nth(4).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 selected");
  await tiles.nth(6).click({ modifiers: ["ControlOrMeta"] });
  await tiles.nth(2).click();
  await expect(bar(page)).toContainText("4 selected");
  await expect(circle(2)).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();

  await page.getByRole("heading", { level: 2 }).first().hover();
  await page.getByRole("button", { name: "Select the day" }).first().click();
  await expect(bar(page)).toContainText("16 selected");
  await bar(page).getByRole("button", { name: "End selecting" }).click();

  const heading = (await page.getByRole("heading", { level: 2 }).first().boundingBox())!;
  const third = (await tiles.nth(2).boundingBox())!;
  await page.mouse.move(heading.x + heading.width + 30, heading.y + 2);
  await page.mouse.down();
  await page.mouse.move(third.x + 20, third.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(circle(2)).toHaveAttribute("aria-pressed", "true");
  await expect(circle(15)).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Escape");

  // At the lower edge of a low window, the page scrolls while the mouse rests there.
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const begin = (await page.getByRole("heading", { level: 2 }).first().boundingBox())!;
  await page.mouse.move(begin.x + begin.width + 30, begin.y + 2);
  await page.mouse.down();
  await page.mouse.move(begin.x + 900, 415, { steps: 5 });
  await expect(circle(14)).toHaveAttribute("aria-pressed", "true");
  await page.mouse.up();
  await expect(circle(1)).toHaveAttribute("aria-pressed", "true");
});

test("on a phone, a finger selects, trashes, gives back and deletes for good", async ({
  openBrowser,
  ownerState,
  baseURL,
  studio,
}) => {
  const browser = await openBrowser({
    baseURL: baseURL!,
    storageState: ownerState,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await browser.newPage();
  const { tiles, words } = await showSixteen(page, studio);
  const session = await browser.newCDPSession(page);

  async function hold(tile: Locator) {
    await tile.scrollIntoViewIfNeeded();
    const { x, y } = (await tile.boundingBox())!;
    const touchPoints = [{ x: x + 30, y: y + 30 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await expect(bar(page)).toBeVisible();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  await hold(tiles.nth(0));
  await expect(bar(page)).toContainText("1 selected");
  await tiles.nth(1).tap();
  await expect(bar(page)).toContainText("2 selected");
  await expectNoViolations(page);
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Move to trash" }).tap();
  await expect(page.getByText("2 items moved to trash")).toBeVisible();
  await expect(tiles).toHaveCount(14);
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(tiles).toHaveCount(16);

  await hold(tiles.nth(0));
  await bar(page).getByRole("button", { name: "Select all 16" }).tap();
  await bar(page).getByRole("button", { name: "Move to trash" }).tap();
  await expect(page.getByText(/^No results/)).toBeVisible();

  await page.goto(`/library?${new URLSearchParams({ q: words, trash: "true" })}`);
  await expect(tiles).toHaveCount(16);
  await page.getByRole("button", { name: "Select", exact: true }).tap();
  await bar(page).getByRole("button", { name: "Select all 16" }).tap();
  await bar(page).getByRole("button", { name: "Delete for good" }).tap();
  const question = page.getByRole("dialog", { name: "Delete 16 items for good?" });
  await question.getByRole("button", { name: "Delete for good" }).tap();
  await expect(page.getByText("16 items deleted for good")).toBeVisible();
  await expect(tiles).toHaveCount(0);
});
