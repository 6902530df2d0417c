import { ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test("the shell leads anywhere, finds results, and marks the sandbox once", async ({ page, studio }) => {
  test.slow();
  const prompt = "Copper weathervane";
  const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt });
  await studio.api.waitForEnd(id);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox");
  const heading = page.getByRole("heading", { level: 1 });
  const inPage = page
    .getByRole("main")
    .getByText(/sandbox/i)
    .filter({ visible: true });
  const expectMarkOutsidePage = async () => {
    await expect(inPage).toHaveCount(0);
    await expect(
      page
        .getByText(/sandbox/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  };
  await page.goto("/settings/account");

  await test.step("every page of the settings leads to the next", async () => {
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    const count = await links.count();
    expect(count).toBeGreaterThan(3);
    for (let index = 0; index < count; index += 1) {
      const link = links.nth(index);
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    }
  });

  await test.step("the command palette does not move while a person types", async () => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.keyboard.press("ControlOrMeta+k");
      await expect(field).toBeFocused();
      const before = await field.boundingBox();
      await page.keyboard.type("no such thing");
      await expect(page.getByRole("option")).toHaveCount(0);
      expect(await field.boundingBox()).toEqual(before);
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
    }
  });

  await test.step("the command palette opens pages", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("libr");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/library");
    await expect(palette).toBeHidden();
    await expect(page.getByRole("link", { name: new RegExp(prompt) }).first()).toBeVisible();
    await expectMarkOutsidePage();
  });

  await test.step("the navigation opens pages", async () => {
    await page.getByRole("link", { name: "Activity", exact: true }).first().click();
    await expect(page).toHaveURL("/activity");
    await expect(heading).toBeVisible();
    await expectMarkOutsidePage();
    await page.getByRole("link", { name: "Image", exact: true }).first().click();
    await expect(page.getByRole("article", { name: prompt })).toBeVisible();
    await expectMarkOutsidePage();
  });

  await test.step("the command palette finds results, whose facts name the sandbox", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused();
    await page.keyboard.type("weathervane");
    await palette.getByRole("option", { name: prompt }).click();
    await expect(page).toHaveURL(`/library/${id}`);
    await expect(inPage).toHaveCount(1);
  });

  await test.step("the shortcuts are listed", async () => {
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await page.keyboard.press("?");
    await expect(shortcuts).toContainText("Submit form");
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
  });
});

test("language and theme change in place, and the server sends them with the next page", async ({ page }) => {
  const images = new ImagePage(page);
  const html = page.locator("html");
  await page.goto("/settings/account");

  await test.step("theme", async () => {
    const readGround = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await readGround();
    // A press before hydration is lost.
    await expect(() =>
      page.getByRole("radiogroup", { name: "Theme" }).getByRole("radio", { name: "Light" }).check(),
    ).toPass();
    await expect(html).toHaveAttribute("data-theme", "light");
    const light = await readGround();
    expect(light).not.toBe(dark);

    const sent = await (await page.request.get("/library")).text();
    expect(sent).toMatch(/<html[^>]*data-theme="light"/);
    await images.open();
    expect(await readGround()).toBe(light);
  });

  await test.step("language, with what was typed", async () => {
    await images.prompt.fill("Typed before");
    await page.getByRole("button", { name: /’s account$/ }).click();
    await page.getByRole("menuitemradio", { name: "简体中文" }).click();
    await expect(html).toHaveAttribute("lang", "zh-Hans");
    await expect(page.getByRole("link", { name: "作品库" }).first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "提示词" })).toHaveValue("Typed before");
    await page.reload();
    await expect(html).toHaveAttribute("lang", "zh-Hans");
    await expect(page.getByRole("heading", { level: 1, name: "图片" })).toBeVisible();
  });
});
