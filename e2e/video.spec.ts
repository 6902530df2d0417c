import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectAccessible } from "./fixtures/accessible";
import { expect, test, type Studio } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";

test.beforeEach(async ({ sandbox }) => {
  await sandbox.change({ taskDurationMs: 500, videoFramesPerSecond: 1 });
});

/** Waits for the only video to end. */
async function waitForVideo({ api }: Studio): Promise<GenerationDto> {
  await expect.poll(async () => (await api.listGenerations("&generator=video")).generations.length).toBe(1);
  const [made] = (await api.listGenerations("&generator=video")).generations;
  return api.waitForEnd(made!.id, 60_000);
}

test("a picture of the library becomes a video, which says where it began", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A grey ferry",
    n: 1,
  });
  await studio.api.waitForEnd(id);
  await page.goto(`/library/${id}`);
  await page.getByRole("link", { name: "Create a video from this" }).click();

  const video = new VideoPage(page);
  await video.expectReady();
  await expect(video.shown).toBeVisible();
  await video.prompt.fill("[左移] The ferry leaves");
  await video.submit.click();
  const done = await waitForVideo(studio);
  expect(done).toMatchObject({ state: "succeeded", parentId: id, relation: "frame", error: null });
  expect(done.outputs).toMatchObject([{ role: "video", mimeType: "video/mp4" }]);
  expect((await sandbox.readBill()).filter(({ billed }) => billed)).toHaveLength(2);
});

test("a video of a picture says what it begins with, takes the words next, and keeps the earlier draft", async ({
  page,
  studio,
}) => {
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A grey ferry",
    n: 1,
  });
  await studio.api.waitForEnd(id);
  const video = new VideoPage(page);
  await video.open();
  await video.prompt.fill("A storm that nobody has filmed yet");
  await page.goto(`/library/${id}`);
  await page.getByRole("link", { name: "Create a video from this" }).first().click();

  await video.expectReady();
  await expect(page.getByText("Starts from the image A grey ferry")).toBeVisible();
  await expect(video.prompt).toBeFocused();
  await expect(video.prompt).not.toContainText("storm");
  await page.getByRole("button", { name: "Restore draft" }).click();
  await expect(video.prompt).toContainText("A storm that nobody has filmed yet");
  await expect(page.getByText("Starts from the image")).toHaveCount(0);
});

test("a video comes by asking alone where no callback does", async ({ page, studio }) => {
  test.slow();
  const video = new VideoPage(page);
  await video.open();
  await video.choosePicture(640, 400);
  await expect(video.shown).toBeVisible();
  await video.prompt.fill("A ship [[fault:callbacks-lost]]");
  await video.submit.click();
  expect(await waitForVideo(studio)).toMatchObject({ state: "succeeded", error: null });
});

test("a video needs its first frame, and one beyond the limits is fitted", async ({ page }) => {
  const video = new VideoPage(page);
  await video.open();
  await video.submit.click();
  await expect(video.form.getByText("Required.")).toBeVisible();

  await video.choosePicture(1600, 400);
  await expect(video.firstFrame.getByRole("alert")).toContainText(
    "The aspect ratio of 1,600 × 400 isn’t allowed.",
  );
  await video.firstFrame.getByRole("button", { name: "Crop to fit" }).click();
  await expect(video.firstFrame.getByText("1000 × 400")).toBeVisible();
  await expect(video.firstFrame.getByRole("alert")).toHaveCount(0);
});

test("the form offers what goes together, and keeps aside what does not", async ({ page }) => {
  const video = new VideoPage(page);
  await video.open();
  const model = video.form.getByRole("combobox", { name: "Model" });
  await video.choice("10 s").check();
  await expect(video.choice("1080P")).toBeDisabled();
  await expect(video.form.getByText("1080P is only available for 6 s.")).toBeVisible();

  await model.selectOption("I2V-01");
  await expect(video.choice("720P")).toBeChecked();
  await expect(video.choice("10 s")).toHaveCount(0);
  await expect(video.form.getByText(/Not available with this model: 768P and 10 s/)).toBeVisible();
  await model.selectOption("Vendor-Video-02");
  await expect(video.choice("512P")).toBeEnabled();
  await expect(video.choice("10 s")).toBeChecked();
});

test("camera instructions become a shot that can be rearranged", async ({ page }) => {
  const video = new VideoPage(page);
  await video.open();
  const camera = video.form.getByRole("button", { name: "Camera", exact: true });
  await camera.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Push in/ })
    .click();
  await expect(video.prompt).toContainText("[推进]");
  await camera.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Pedestal up/ })
    .click();
  const moves = video.strip.getByRole("button", { name: /^Move \d: / });
  await expect(moves).toHaveCount(2);
  await video.strip.getByRole("button", { name: "Move 2 earlier" }).click();
  await expect(moves.first()).toHaveAccessibleName("Move 1: Pedestal up");

  await video.prompt.fill("[左移,右移,上升,推进] A ship");
  await expect(video.form.getByText("The service advises against more than 3 moves at once.")).toBeVisible();
  await video.form.getByRole("combobox", { name: "Model" }).selectOption("I2V-01");
  await expect(video.form.getByText(/I2V-01 treats camera instructions as plain text/)).toBeVisible();
  await expect(video.strip).toHaveCount(0);
});

test("camera instructions are understood by the names that people read", async ({ page }) => {
  const video = new VideoPage(page);
  await video.open();
  const written = video.prompt.locator("[data-token]");
  await expect(video.form.locator(".cm-content")).toBeVisible();

  // Pasted: the form explains it and offers a fix.
  await video.prompt.fill("[Pull out] Night falls");
  await video.prompt.blur();
  await video.form.getByRole("button", { name: "Use Pull out" }).click();
  await expect(video.prompt).toHaveText("[拉远] Night falls");
  await expect(written).toHaveAttribute("data-gloss", "Pull out");

  // Typed: the closing bracket converts it to the service's word, and undo reverts that.
  await video.prompt.fill("");
  await video.prompt.pressSequentially("[tilt up]");
  await expect(video.prompt).toHaveText("[上摇]");
  await video.prompt.press("ControlOrMeta+z");
  await expect(video.prompt).toHaveText("[tilt up]");

  // Chosen from the suggestions.
  await video.prompt.fill("");
  await video.prompt.pressSequentially("[zoom o");
  const offered = page.getByRole("listbox", { name: "Camera moves" }).getByRole("option");
  await expect(offered).toHaveCount(1);
  await expect(offered).toContainText("Zoom out");
  await offered.click();
  await expect(video.prompt).toHaveText("[变焦拉远]");
  await expect(video.strip.getByRole("button", { name: "Move 1: Zoom out" })).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [360, 780],
] as const) {
  test(`the palette leaves prompt and button in sight, and all of it can be reached: ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const video = new VideoPage(page);
    await video.open("?example=headland");
    await expect(video.form.locator(".cm-content")).toBeVisible();
    await video.prompt.click();
    await video.form.getByRole("button", { name: "Camera", exact: true }).click();
    const palette = page.getByRole("dialog", { name: "Camera moves" });
    await expect(palette).toBeInViewport({ ratio: 1 });
    const panel = (await palette.boundingBox())!;
    for (const kept of [video.prompt, video.submit]) {
      await expect(kept).toBeInViewport();
      const box = (await kept.boundingBox())!;
      const isApart =
        box.x + box.width <= panel.x ||
        panel.x + panel.width <= box.x ||
        // A phone shows only the first lines of a long prompt.
        box.y + Math.min(box.height, 60) <= panel.y ||
        panel.y + panel.height <= box.y;
      expect(isApart).toBe(true);
    }
    const last = palette.getByRole("button", { name: /Static shot/ });
    await last.scrollIntoViewIfNeeded();
    await last.click();
    await expect(video.prompt).toContainText("[固定]");
  });
}

test("the form is accessible and fits a phone in both themes", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const video = new VideoPage(page);
  await video.open("?example=headland");
  await expect(video.shown).toBeVisible();
  await expect(video.strip).toBeVisible();
  await expectAccessible(page);
  await video.form.getByRole("button", { name: "Camera", exact: true }).click();
  await expectAccessible(page);
});

test("while it is made, its first frame holds the place that the video takes, and nobody has to wait", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 6_000, videoFramesPerSecond: 1 });
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A grey ferry",
    aspect_ratio: "3:2",
    n: 1,
  });
  const picture = await studio.api.waitForEnd(id);
  const video = new VideoPage(page);
  await video.open();
  const asked = await studio.api.createGeneration("video", {
    model: "Vendor-Video-02",
    resolution: "512P",
    duration: 6,
    prompt: "The ferry leaves",
    first_frame_image: { assetId: picture.outputs[0]!.assetId },
  });
  const take = page.getByRole("article", { name: "The ferry leaves" });
  await expect(take.getByText("You can close this tab. It keeps running.")).toBeVisible();
  const still = take.locator("img");
  await expect(still).toHaveAttribute("src", `/api/media/${picture.outputs[0]!.assetId}?width=640`);
  await expect.poll(async () => ratioOf(await still.boundingBox())).toBeCloseTo(1.5, 1);
  const before = await still.boundingBox();

  expect((await studio.api.waitForEnd(asked.id, 60_000)).state).toBe("succeeded");
  const play = take.getByRole("button", { name: /^Play / });
  await expect(play).toBeVisible();
  const after = await play.boundingBox();
  // Only the border of the placeholder.
  expect(Math.abs(after!.height - before!.height)).toBeLessThanOrEqual(6);
});

function ratioOf(box: { width: number; height: number } | null): number {
  return box ? box.width / box.height : 0;
}
