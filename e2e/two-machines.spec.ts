import { expect, test } from "@playwright/test";
import { openCluster, owner } from "@/scripts/cluster/open-cluster";
import { signIn } from "./fixtures/accounts";
import { ImagePage, pictures } from "./fixtures/create-page";

const words = "Two lighthouses that answer each other";

test("a person uses two machines that take turns, and goes on when one of them stops", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const cluster = await openCluster({ log: () => {} });
  try {
    await cluster.start();
    const { address, targets } = cluster.balancer;
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    const images = new ImagePage(page);

    await test.step("signs in and makes images", async () => {
      await signIn(page, owner);
      await page.goto("/create/image");
      await images.prompt.fill(words);
      await images.submit.click();
      await expect(pictures(images.take(words))).toHaveCount(4, { timeout: 60_000 });
      await page.reload();
      await expect(pictures(images.take(words))).toHaveCount(4);
      // The form has its draft once it accepts input.
      await expect(images.prompt).toHaveValue(words);
    });

    await test.step("sees a whole picture straight from the store", async () => {
      const before = cluster.store.linked.length;
      await pictures(images.take(words)).first().click();
      const shown = page.getByRole("dialog").getByRole("img").first();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect.poll(() => cluster.store.linked.length).toBeGreaterThan(before);
      await page.keyboard.press("Escape");
    });

    await test.step("types while one machine stops, and sends with the other", async () => {
      await images.prompt.fill(`${words}, at night`);
      const [first] = cluster.machines;
      targets.delete(first!.address);
      expect(await first!.stop()).toBe(0);
      await expect(images.prompt).toHaveValue(`${words}, at night`);
      await images.submit.click();
      await expect(pictures(images.take(`${words}, at night`))).toHaveCount(4, { timeout: 60_000 });
    });

    expect(await cluster.sandbox.readBill()).toHaveLength(2);
    await context.close();
  } finally {
    await cluster.close();
  }
});
