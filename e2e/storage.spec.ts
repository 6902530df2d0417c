import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { createPicture } from "./fixtures/pictures";
import { expect, test } from "./fixtures/test";

test("the storage page says what takes room, and an upload is deleted after a question", async ({
  page,
  studio,
}) => {
  const { assetId } = await studio.api.upload("Lighthouse in fog.png", await createPicture(512, 768));
  await studio.api.upload("Unused harbour.png", await createPicture(640, 480));
  const input = { model: "image-01", prompt: "A wax seal on blue paper", n: 2 };
  await studio.api.waitForEnd((await studio.api.createGeneration("image", input)).id);
  const film = await studio.api.createGeneration("video", {
    model: "I2V-01",
    prompt: "Fog rolls in [[fault:1026]]",
    first_frame_image: { assetId },
  });
  await studio.api.waitForEnd(film.id);

  await page.goto("/settings/storage");
  const largest = page.getByRole("list", { name: "Largest first" });
  await expect(largest.getByRole("link", { name: "A wax seal on blue paper" }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /^Images/ })).toBeVisible();
  await expectAccessibleAtBothSizes(page);

  await page.getByRole("link", { name: "Uploads" }).click();
  await expect(page).toHaveURL(/\/settings\/storage\/uploads/);
  const rows = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  const used = rows.filter({ hasText: "Lighthouse in fog.png" });
  await expect(used.getByRole("link", { name: /Fog rolls in/ })).toHaveAttribute(
    "href",
    `/library/${film.id}`,
  );
  await expectAccessibleAtBothSizes(page);

  await page.getByRole("button", { name: "Delete Lighthouse in fog.png" }).click();
  const question = page.getByRole("dialog", { name: "Delete “Lighthouse in fog.png” for good?" });
  await expect(question).toContainText("1 generation uses it, and keeps the file");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Upload deleted")).toBeVisible();
  await expect(used).toHaveCount(0);
  const file = await studio.api.request("GET", `/api/media/${assetId}`);
  expect(file.status).toBe(200);

  await page.getByRole("button", { name: "Delete Unused harbour.png" }).click();
  const other = page.getByRole("dialog");
  await expect(other).toContainText("This frees");
  await other.getByRole("button", { name: "Delete for good" }).click();
  await expect(rows.filter({ hasText: "Unused harbour.png" })).toHaveCount(0);
});
