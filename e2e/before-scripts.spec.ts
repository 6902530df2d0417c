import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";

const scripts = /\/_next\/static\/.*\.js/;

/** @returns reads the sum of layout shifts since the page began */
async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, "shifted") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, "shifted")));
}

test("results are shown before any script has run, and stay in place", async ({ page, studio }) => {
  const made = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A red barn before the rain",
    n: 4,
  });
  await studio.api.waitForEnd(made.id);
  const tiles = page.getByRole("main").getByRole("link", { name: /: A red barn before the rain/ });
  const readShift = await watchLayoutShift(page);
  for (const address of ["/library", "/"]) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(tiles).toHaveCount(4);
      // The browser keeps the width for the next page.
      await expect
        .poll(async () => (await page.context().cookies()).map(({ name }) => name))
        .toContain(address === "/" ? "home-width" : "library-width");
      const places = await tiles.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().toJSON()),
      );

      const released = Promise.withResolvers<void>();
      await page.route(scripts, async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.reload({ waitUntil: "commit" });
      await expect(tiles).toHaveCount(4);
      await expect
        .poll(() =>
          tiles
            .locator("img")
            .evaluateAll((all: HTMLImageElement[]) =>
              all.every((image) => image.naturalWidth > 0 && getComputedStyle(image).opacity === "1"),
            ),
        )
        .toBe(true);
      expect(
        await tiles.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON())),
      ).toEqual(places);
      await page.setViewportSize({ width: 700, height: 720 });
      await expect(tiles.first()).toBeHidden();

      released.resolve();
      await expect(tiles.first()).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(address, { waitUntil: "networkidle" });
      await page.reload({ waitUntil: "networkidle" });
      await expect(tiles.first()).toBeVisible();
      expect(await readShift()).toBeLessThan(0.01);
    });
  }
});
