import { makeFilm, type Place } from "@/lib/films/film-document";
import type { FilmDto } from "@/lib/films/film-dto";
import { makeShot } from "@/lib/films/testing/make-shots";
import { expectAccessible } from "./fixtures/accessible";
import { expect, test } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";

test("an image of the library becomes a video, whose first frame holds its place meanwhile", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 5_000, videoFramesPerSecond: 1 });
  const { id } = await studio.api.createGeneration("image", {
    model: "image-01",
    prompt: "A grey ferry",
    aspect_ratio: "3:2",
    n: 1,
  });
  const picture = await studio.api.waitForEnd(id);
  const video = new VideoPage(page);
  await video.open();
  await video.prompt.fill("A storm that nobody has filmed yet");
  await page.goto(`/library/${id}`);
  await page.getByRole("link", { name: "Create a video from this" }).first().click();

  await test.step("the form says where it starts, takes the prompt next, and can restore the draft", async () => {
    await video.expectReady();
    await expect(page.getByText("Starts from the image A grey ferry")).toBeVisible();
    await expect(video.prompt).toBeFocused();
    await expect(video.prompt).not.toContainText("storm");
    await page.getByRole("button", { name: "Restore draft" }).click();
    await expect(video.prompt).toContainText("A storm that nobody has filmed yet");
    await expect(page.getByText("Starts from the image")).toHaveCount(0);
  });

  await page.goBack();
  await page.getByRole("link", { name: "Create a video from this" }).first().click();
  await expect(page.getByText("Starts from the image A grey ferry")).toBeVisible();
  await expect(video.shown).toBeVisible();
  // The service sends no callback, so that the studio has to poll.
  await video.prompt.fill("[左移] The ferry leaves [[fault:callbacks-lost]]");
  await video.submit.click();
  const take = video.takes.filter({ hasText: "The ferry leaves" });
  let heightBefore = 0;
  await test.step("the first frame is shown while the video is generated, and the tab may be closed", async () => {
    await expect(take.getByText("You can close this tab. It keeps running.")).toBeVisible();
    const still = take.locator("img");
    await expect(still).toHaveAttribute("src", `/api/media/${picture.outputs[0]!.assetId}?width=640`);
    await expect.poll(async () => ratioOf(await still.boundingBox())).toBeCloseTo(1.5, 1);
    heightBefore = (await still.boundingBox())!.height;
  });

  await test.step("the video takes the place of its first frame", async () => {
    const [made] = (await studio.api.listGenerations("&generator=video")).generations;
    const done = await studio.api.waitForEnd(made!.id, 60_000);
    expect(done).toMatchObject({ state: "succeeded", parentId: id, relation: "frame", error: null });
    expect(done.outputs).toMatchObject([{ role: "video", mimeType: "video/mp4" }]);
    expect((await sandbox.readBill()).filter(({ billed }) => billed)).toHaveLength(2);
    const play = take.getByRole("button", { name: /^Play / });
    await expect(play).toBeVisible();
    // Only the border of the placeholder.
    expect(Math.abs((await play.boundingBox())!.height - heightBefore)).toBeLessThanOrEqual(6);
  });
});

test("the video form follows the rules of the service", async ({ page }) => {
  const video = new VideoPage(page);
  await video.open();
  const model = video.form.getByRole("combobox", { name: "Model" });
  const camera = video.form.getByRole("button", { name: "Camera", exact: true });

  await test.step("a video needs a first frame, which is cropped to fit", async () => {
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

  await test.step("options that exclude each other are disabled, and come back with the model", async () => {
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

  await test.step("camera instructions form a timeline that can be rearranged", async () => {
    for (const name of [/Push in/, /Pedestal up/]) {
      await camera.click();
      await page.getByRole("dialog").getByRole("button", { name }).click();
    }
    await expect(video.prompt).toContainText("[推进]");
    const moves = video.strip.getByRole("button", { name: /^Move \d: / });
    await expect(moves).toHaveCount(2);
    await video.strip.getByRole("button", { name: "Move 2 earlier" }).click();
    await expect(moves.first()).toHaveAccessibleName("Move 1: Pedestal up");
  });

  await test.step("camera instructions may be written by their names", async () => {
    const written = video.prompt.locator("[data-token]");
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

  await test.step("camera instructions are limited in number, and to models that take them", async () => {
    await video.prompt.fill("[左移,右移,上升,推进] A ship");
    await expect(
      video.form.getByText("The service advises against more than 3 moves at once."),
    ).toBeVisible();
    await model.selectOption("I2V-01");
    await expect(video.form.getByText(/I2V-01 treats camera instructions as plain text/)).toBeVisible();
    await expect(video.strip).toHaveCount(0);
  });
});

test("the palette leaves prompt and button in sight at any width, and the form is accessible", async ({
  page,
  studio: { api },
}) => {
  const video = new VideoPage(page);
  const camera = video.form.getByRole("button", { name: "Camera", exact: true });
  const palette = page.getByRole("dialog", { name: "Camera moves" });
  await page.setViewportSize({ width: 360, height: 780 });
  await video.open("?example=headland");
  await expect(video.shown).toBeVisible();
  await expect(video.strip).toBeVisible();
  await expectAccessible(page);
  for (const [width, height] of [
    [360, 780],
    [1440, 900],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await video.prompt.click();
      await camera.click();
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
      if (width === 360) await expectAccessible(page);
      const last = palette.getByRole("button", { name: /Static shot/ });
      await last.scrollIntoViewIfNeeded();
      await last.click();
      await expect(video.prompt).toContainText("[固定]");
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
      await video.prompt.fill("A ship");
    });
  }

  await test.step("beside the shot of a film, at the right edge of the window", async () => {
    const film = makeFilm({ aspect: "16:9", frameRate: 24 });
    const content: Place = {
      ...{ kind: "place", generator: "video", text: "A gull", model: null, generationId: null },
      firstFrame: { of: "none" },
    };
    const document = { ...film, shots: [makeShot({ content })] };
    const { id } = await api.call<FilmDto>("POST", "/api/v1/films", { title: "Storm", document });
    await page.goto(`/films/${id}`);
    await page.locator("[data-clip]").click();
    const inspector = page.getByRole("region", { name: "Inspector" });
    await inspector.getByRole("button", { name: "Camera", exact: true }).click();
    await expect(palette).toBeInViewport({ ratio: 1 });
    const text = (await inspector.locator(".cm-content").boundingBox())!;
    const panel = (await palette.boundingBox())!;
    expect(panel.x + panel.width).toBeLessThanOrEqual(text.x);
  });
});

function ratioOf(box: { width: number; height: number } | null): number {
  return box ? box.width / box.height : 0;
}
