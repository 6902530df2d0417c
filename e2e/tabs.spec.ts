import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test("two tabs agree, also after one was offline", async ({ context, guard, studio }) => {
  // An offline tab logs an error for every request.
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const [left, right] = [new ImagePage(await context.newPage()), new ImagePage(await context.newPage())];
  await left.open();
  await right.open();

  await test.step("what one tab makes fills in in the other", async () => {
    const seen = right.take("Two boats");
    await Promise.all([
      expect(seen).toContainText("Generating"),
      left.make("Two boats [[latency:3000]]", { count: 2 }),
    ]);
    await expect(pictures(seen)).toHaveCount(2);
  });

  await test.step("what one tab throws away is gone from the other", async () => {
    const take = right.take("Two boats");
    await take.getByRole("button", { name: "More" }).click();
    await right.page.getByRole("menuitem", { name: "Move all 2 to trash" }).click();
    await expect(left.take("Two boats")).toBeHidden();
    await right.page.getByRole("button", { name: "Undo" }).click();
    await expect(pictures(left.take("Two boats"))).toHaveCount(2);
  });

  await test.step("what happened while it was offline is there once it is back", async () => {
    await context.setOffline(true);
    await expect(left.page.getByText("Offline. Running jobs continue.").first()).toBeVisible();
    const { id } = await studio.api.createGeneration("image", {
      model: "image-01",
      prompt: "Made meanwhile",
    });
    await studio.api.waitForEnd(id);
    await expect(left.take("Made meanwhile")).toBeHidden();
    await context.setOffline(false);
    for (const { take } of [left, right].map((each) => ({ take: each.take("Made meanwhile") })))
      await expect(pictures(take)).toHaveCount(1);
    await expect(left.page.getByText("Offline. Running jobs continue.").first()).toBeHidden();
  });

  await test.step("and is live again", async () => {
    await right.make("Live again");
    await expect(pictures(left.take("Live again"))).toHaveCount(1);
  });
});
