import { expectAccessible } from "./fixtures/accessible";
import { openVideoMaker } from "./fixtures/make-video";
import { expect, test } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";
import { WatchedVideo } from "./fixtures/watched-video";

const framesPerSecond = 4;

test("a video plays in its take and in sync with another take", async ({ page, sandbox, studio }) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 200, videoFramesPerSecond: framesPerSecond });
  const makeVideo = await openVideoMaker(studio.api);
  const [first, second] = [await makeVideo(), await makeVideo({ duration: 10 })];
  expect(first.outputs[0]!.video).toMatchObject({
    frameRate: framesPerSecond,
    frameCount: 24,
    hasSound: false,
  });
  const { number } = second.take!;
  await new VideoPage(page).open();

  await test.step("each frame of the take is decoded, and the controls are as wide as the picture", async () => {
    expect(
      await page.evaluate(() =>
        document.createElement("video").canPlayType('video/mp4; codecs="avc1.42001f"'),
      ),
    ).not.toBe("");
    const take = page.getByRole("article", { name: `Stripes pass by, take ${number}` });
    const play = take.getByRole("button", { name: "Play Stripes pass by" });
    await expect
      .poll(() => play.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
    await play.click();
    const watched = new WatchedVideo(page, take.getByRole("group", { name: /^Video: / }));
    await watched.waitForSecond(0.1);
    const start = await watched.see();
    expect(start.contrast).toBeGreaterThan(60);
    await watched.waitForSecond(1);
    expect((await watched.see()).pixels).not.toBe(start.pixels);
    const picture = (await watched.video.boundingBox())!;
    const line = (await watched.position.boundingBox())!;
    expect(line.x + line.width).toBeLessThanOrEqual(picture.x + picture.width + 1);
    await take.hover();
    await expect(take.getByRole("button", { name: "Enlarge Stripes pass by" })).toBeVisible();
    await watched.button(/^Pause/).click();
    expect(await watched.read("paused")).toBe(true);
  });

  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`a=${first.id}&b=${second.id}`));
  const both = page.getByRole("group", { name: "Two videos in sync" });
  const videos = both.locator("video");
  await expect(videos).toHaveCount(2);
  const readTimes = () =>
    videos.evaluateAll((elements) => elements.map((element) => (element as HTMLVideoElement).currentTime));
  const apart = async () => {
    const [a = 0, b = 0] = await readTimes();
    return Math.abs(a - b);
  };
  await expect
    .poll(() => videos.evaluateAll((all) => all.every((each) => (each as HTMLVideoElement).readyState >= 3)))
    .toBe(true);

  await test.step("both play within a frame of each other", async () => {
    await both.getByRole("button", { name: /^Play both/ }).click();
    const samples: number[] = [];
    // Well before the shorter one ends, even on a slow machine.
    for (const second of [0.5, 1, 1.5]) {
      await expect.poll(async () => Math.min(...(await readTimes()))).toBeGreaterThan(second);
      samples.push(await apart());
    }
    expect(Math.max(...samples), samples.join()).toBeLessThan(1 / framesPerSecond);
  });

  await test.step("paused, both show the same moment", async () => {
    await both.getByRole("button", { name: /^Pause/ }).click();
    await expect.poll(apart).toBeLessThan(0.001);
    await page.keyboard.press(".");
    await expect.poll(apart).toBeLessThan(0.001);
  });

  await test.step("the shorter one holds its last frame", async () => {
    const position = both.getByRole("slider", { name: /^Position/ });
    await position.focus();
    await page.keyboard.press("End");
    await expect
      .poll(readTimes)
      .toEqual([expect.closeTo(6 - 0.5 / framesPerSecond, 2), expect.closeTo(10 - 0.5 / framesPerSecond, 2)]);
    await expect(both.getByText(/Shorter: holds its last frame from 0:06/)).toBeVisible();
  });

  await test.step("a divider wipes from one to the other", async () => {
    await both.getByRole("radio", { name: "Wipe" }).check({ force: true });
    const edge = both.getByRole("slider", { name: "Divider between A and B" });
    await edge.focus();
    await page.keyboard.press("ArrowRight");
    await expect(edge).toHaveValue("51");
  });

  await test.step("the comparison is accessible and fits a phone, also with one video", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expectAccessible(page);
    await page.goto(`/library/compare?a=${first.id}`);
    await expect(page.getByRole("heading", { name: "Choose a video to compare with" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Video A" })).toContainText("Stripes pass by");
    await expectAccessible(page);
  });

  await test.step("the page of a take links to the other takes and to their comparison", async () => {
    await page.goto(`/library/${first.id}`);
    const takes = page.getByRole("navigation", { name: "Takes of this idea" });
    await expect(takes.getByRole("link", { name: `Take ${number - 1}`, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await takes.getByRole("link", { name: `Take ${number}`, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/library/${second.id}$`));
    await expect(takes.getByRole("link", { name: "Compare" })).toHaveAttribute(
      "href",
      new RegExp(`a=${first.id}&b=${second.id}`),
    );
  });
});
