import type { Page } from "@playwright/test";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

test("a dialog keeps focus and keys from the page behind it, and costs the page nothing", async ({
  page,
}) => {
  await page.goto("/create/image");
  const prompt = page.getByRole("textbox", { name: "Prompt" });
  await prompt.focus();

  await test.step("the page behind cannot be reached", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette(page).getByRole("combobox")).toBeFocused();
    await expect(prompt).toHaveCount(0);
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await expect(palette(page).locator(":focus")).toHaveCount(1);
    }
    await page.evaluate(() => document.querySelector<HTMLElement>("textarea")?.focus());
    await expect(palette(page).locator(":focus")).toHaveCount(1);
  });

  await test.step("Escape closes it and returns the focus", async () => {
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(prompt).toBeFocused();
  });

  await test.step("Escape closes it after what had the focus is gone", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette(page)).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
  });

  await test.step("a dialog over another one closes alone", async () => {
    const take = await new ImagePage(page).make("A paper boat");
    const lightbox = page.getByRole("dialog", { name: /A paper boat/ });
    await pictures(take).first().click();
    await expect(lightbox).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette(page)).toBeVisible();
    await expect(lightbox.getByRole("button")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(lightbox.getByRole("button")).not.toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(pictures(take).first()).toBeFocused();
  });

  await test.step("a press beside it closes it", async () => {
    await page.keyboard.press("?");
    await expect(help(page)).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(help(page)).toBeHidden();
  });

  await test.step("the browser computes no style of the page again", async () => {
    const elements = await page.locator("*").count();
    const styled = await countStyled(page, async () => {
      await page.keyboard.press("?");
      await expect(help(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(help(page)).toBeHidden();
    });
    expect(Math.max(...styled)).toBeGreaterThan(0);
    expect(Math.max(...styled)).toBeLessThan(elements / 2);
  });
});

test("in a dialog, Escape empties a search first, and long text scrolls by keys", async ({ page }) => {
  await page.goto("/create/speech");
  const voices = page.getByRole("dialog", { name: "Choose a voice" });
  await page
    .locator("main form")
    .getByRole("button", { name: /^Voice/ })
    .click();
  const search = voices.getByRole("searchbox", { name: "Search voices" });
  await expect(search).toBeFocused();
  await page.keyboard.type("nobody");
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(voices).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 420 });
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await expect(help(page).locator(":focus, :scope:focus")).toHaveCount(1);
  const body = help(page).locator("[data-scrolls]");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(body).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await expect(help(page).getByRole("button", { name: "Close" })).toBeFocused();
});

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** @returns of how many elements each update of styles during `act` computed the style */
async function countStyled(page: Page, act: () => Promise<void>): Promise<number[]> {
  const protocol = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  protocol.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await protocol.send("Tracing.start", { categories: "devtools.timeline", transferMode: "ReportEvents" });
  await act();
  const complete = new Promise((resolve) => protocol.once("Tracing.tracingComplete", resolve));
  await protocol.send("Tracing.end");
  await complete;
  await protocol.detach();
  return events.filter(({ name }) => name === "UpdateLayoutTree").map(({ args }) => args.elementCount ?? 0);
}
