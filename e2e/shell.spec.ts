import { ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test("the command palette goes anywhere and finds what was made", async ({ page, studio }) => {
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "Copper weathervane",
  });
  await studio.api.waitForEnd(id);
  await page.goto("/settings/account");
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("libr");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/library");
  await expect(palette).toBeHidden();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("weathervane");
  await palette.getByRole("option", { name: "Copper weathervane" }).click();
  await expect(page).toHaveURL(`/library/${id}`);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Submit form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
});

test("the command palette stays in place while somebody types", async ({ page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/settings/account");
    await page.keyboard.press("ControlOrMeta+k");
    const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
    await expect(field).toBeFocused();
    const before = await field.boundingBox();
    await page.keyboard.type("no such thing");
    await expect(page.getByRole("option")).toHaveCount(0);
    expect(await field.boundingBox()).toEqual(before);
  }
});

test("the sandbox is marked once in the shell, and once in the facts of a result", async ({
  page,
  studio,
}) => {
  const prompt = "Copper weathervane at noon";
  const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt });
  await studio.api.waitForEnd(id);
  const marks = page.getByText(/sandbox/i).filter({ visible: true });
  const inPage = page
    .getByRole("main")
    .getByText(/sandbox/i)
    .filter({ visible: true });
  for (const [path, shown] of [
    ["/library", page.getByRole("link", { name: new RegExp(prompt) })],
    ["/create/image", page.getByRole("article", { name: prompt })],
    ["/activity", page.getByRole("heading", { level: 1 })],
  ] as const) {
    await page.goto(path);
    await expect(shown.first()).toBeVisible();
    await expect(inPage).toHaveCount(0);
    await expect(marks.first()).toBeVisible();
  }
  await page.goto(`/library/${id}`);
  await expect(inPage).toHaveCount(1);
});

test("the language changes in place, and what was typed stays", async ({ page }) => {
  const images = new ImagePage(page);
  await images.open();
  await images.prompt.fill("Typed before");
  await page.getByRole("button", { name: /’s account$/ }).click();
  await page.getByRole("menuitemradio", { name: "简体中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.getByRole("link", { name: "作品库" }).first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "提示词" })).toHaveValue("Typed before");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.getByRole("heading", { level: 1, name: "图片" })).toBeVisible();
});

test("a theme holds from the first byte of the next page", async ({ page }) => {
  await page.goto("/settings/account");
  const readGround = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await readGround();
  await page.getByRole("radiogroup", { name: "Theme" }).getByRole("radio", { name: "Light" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const light = await readGround();
  expect(light).not.toBe(dark);

  // The server already sends the light theme.
  const sent = await (await page.request.get("/library")).text();
  expect(sent).toMatch(/<html[^>]*data-theme="light"/);
  await page.reload();
  expect(await readGround()).toBe(light);
});

test("every page of the settings leads to the next, and out again", async ({ page }) => {
  await page.goto("/settings/account");
  const settings = page.getByRole("navigation", { name: "Settings" });
  const links = settings.getByRole("link");
  const count = await links.count();
  expect(count).toBeGreaterThan(3);
  for (let index = 0; index < count; index += 1) {
    const link = links.nth(index);
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.getByRole("link", { name: "Library" }).first().click();
  await expect(page).toHaveURL("/library");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
