import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { expect, test } from "./fixtures/test";

test("the trash says when items leave, and is emptied after one question", async ({ page, studio }) => {
  const input = { model: "image-01", prompt: "A kite over dunes", n: 2 };
  const { id, outputs } = await studio.api.waitForEnd((await studio.api.createGeneration("image", input)).id);
  const { id: film } = await studio.api.createGeneration("video", {
    model: "I2V-01",
    prompt: "The kite climbs [[fault:1026]]",
    first_frame_image: { assetId: outputs[0]!.assetId },
  });
  await studio.api.waitForEnd(film);
  await studio.api.call("DELETE", `/api/v1/generations/${id}`);

  await page.goto("/library?trash=true");
  await expect(page.getByText("Items leave after 30 days.")).toBeVisible();
  const kites = page.getByRole("listitem").filter({ hasText: "30 days left" });
  await expect(kites.first()).toBeVisible();
  await expectAccessibleAtBothSizes(page);

  await page.getByRole("button", { name: "Empty trash" }).click();
  const question = page.getByRole("dialog", { name: "Empty the trash?" });
  await expect(question).toContainText(/\d+ items? \(.+\).* will be deleted for good/);
  // Earlier journeys may have left others; the newest is named first.
  await expect(question).toContainText(
    /\d+ of them (is|are) used in other generations, which keep the file: A kite over dunes/,
  );
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText(/deleted for good$/)).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  await expect(kites).toHaveCount(0);
  expect((await studio.api.request("GET", `/api/v1/generations/${id}`)).status).toBe(404);
  expect((await studio.api.request("GET", `/api/media/${outputs[0]!.assetId}`)).status).toBe(200);
});
