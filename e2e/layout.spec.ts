import { expect, test } from "./fixtures/test";

const pages = ["/", "/create/image", "/library", "/activity", "/settings/connection", "/settings/account"];

test("every page begins at the same gutter, at every width", async ({ page }) => {
  for (const path of pages) {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    const main = page.getByRole("main");
    for (const width of [1440, 1024, 768, 360]) {
      await test.step(`${path}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(async () => (await heading.boundingBox())!.x - (await main.boundingBox())!.x)
          .toBe(width < 768 ? 16 : 28);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    }
  }
});

test("Settings end at one right edge", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const section of ["connection", "account", "tokens", "members", "storage", "callbacks"]) {
    await page.goto(`/settings/${section}`);
    const heading = page.getByRole("heading", { level: 2 });
    await expect(heading).toBeVisible();
    const edges = await page.getByRole("main").evaluate((main) => {
      const column = main.querySelector("h2")!.closest("header")!.parentElement!;
      const wide = column.querySelectorAll("form, table, section, ul[role=list], input:not([type=radio])");
      return [column, ...wide]
        .filter((each) => each.getClientRects().length > 0 && !each.closest("details:not([open])"))
        .map((each) => Math.round(each.getBoundingClientRect().right));
    });
    const outermost = edges[0]!;
    expect(
      edges.every((edge) => edge <= outermost),
      section,
    ).toBe(true);
    expect(edges.filter((edge) => edge === outermost).length, section).toBeGreaterThan(1);
  }
});
