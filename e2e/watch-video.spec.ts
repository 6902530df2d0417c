import type { Page } from "@playwright/test";
import type { Chain } from "@/lib/generations/read/chain-dto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectAccessible } from "./fixtures/accessible";
import { addSound } from "./fixtures/add-sound";
import { endlessText, makeSpeech, opening } from "./fixtures/make-speech";
import { openVideoMaker } from "./fixtures/make-video";
import { PlayerBar } from "./fixtures/player-bar";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, test } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";
import { WatchedVideo } from "./fixtures/watched-video";

const framesPerSecond = 4;

test.beforeEach(async ({ sandbox }) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 200, videoFramesPerSecond: framesPerSecond });
});

async function openDetail(page: Page, { id }: GenerationDto): Promise<WatchedVideo> {
  await page.goto(`/library/${id}`);
  const watched = new WatchedVideo(page);
  await watched.waitUntilThere();
  return watched;
}

test("a take plays in its place, and every picture of it is really decoded", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const made = await makeVideo();
  expect(made.outputs[0]!.video).toMatchObject({
    frameRate: framesPerSecond,
    frameCount: 24,
    hasSound: false,
  });
  await new VideoPage(page).open();
  expect(
    await page.evaluate(() => document.createElement("video").canPlayType('video/mp4; codecs="avc1.42001f"')),
  ).not.toBe("");
  const take = page.getByRole("article", { name: "Stripes pass by" });
  const poster = take.getByRole("button", { name: /^Play/ }).locator("img");
  await expect
    .poll(() => poster.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);

  await take.getByRole("button", { name: /^Play/ }).click();
  const watched = new WatchedVideo(page, take.getByRole("group", { name: /^Video: / }));
  await watched.waitForSecond(0.3);
  const first = await watched.see();
  expect(first.contrast).toBeGreaterThan(60);
  await watched.waitForSecond(2);
  expect((await watched.see()).pixels).not.toBe(first.pixels);
  await watched.button(/^Pause/).click();
  expect(await watched.read("paused")).toBe(true);
});

test("keys and buttons lead to every frame, at any speed, again and again", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const watched = await openDetail(page, await makeVideo());

  await test.step("one frame at a time", async () => {
    await watched.expectFrame(1);
    const before = (await watched.see()).pixels;
    await page.keyboard.press(".");
    await watched.expectFrame(2);
    expect((await watched.see()).pixels).not.toBe(before);
    const at = await watched.read("currentTime");
    await watched.button("Next frame").click();
    await watched.expectFrame(3);
    expect(await watched.read("currentTime")).toBeCloseTo(at + 1 / framesPerSecond, 5);
    await page.keyboard.press(",");
    await page.keyboard.press(",");
    await watched.expectFrame(1);
    expect((await watched.see()).pixels).toBe(before);
  });

  await test.step("to the ends, and in jumps", async () => {
    await page.keyboard.press("End");
    await watched.expectFrame(24);
    await page.keyboard.press("ArrowLeft");
    await watched.expectFrame(4);
    await page.keyboard.press("Home");
    await watched.expectFrame(1);
  });

  await test.step("any place of the line", async () => {
    const line = (await watched.position.boundingBox())!;
    await page.mouse.move(line.x + line.width / 4, line.y + line.height / 2);
    await expect(watched.player.getByText("0:01.5")).toBeVisible();
    await page.mouse.down();
    await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => watched.read("currentTime")).toBeCloseTo(3, 0);
  });

  await test.step("faster, and in a loop", async () => {
    await page.keyboard.press("Shift+Period");
    await expect.poll(() => watched.read("playbackRate")).toBe(1.25);
    await watched.button(/^Speed/).click();
    await page.getByRole("menuitemradio", { name: "2×" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => watched.read("playbackRate")).toBe(2);
    await watched.button("Loop").click();
    await expect(watched.button("Loop")).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("End");
    await watched.expectFrame(24);
    await page.keyboard.press("k");
    await expect.poll(() => watched.read("currentTime")).toBeLessThan(2);
    expect(await watched.read("paused")).toBe(false);
    await page.keyboard.press("k");
    await expect.poll(() => watched.read("paused")).toBe(true);
  });

  await test.step("on the whole screen, and back", async () => {
    await watched.player.focus();
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await expect(watched.button("Exit full screen")).toBeVisible();
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  });

  await test.step("the keys are listed", async () => {
    await watched.button("Player shortcuts").click();
    await expect(page.getByRole("dialog", { name: "Player shortcuts" })).toContainText(
      "Previous or next frame",
    );
  });
});

test("the last frame begins the next video, and the chain is shown", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const first = await makeVideo();
  const watched = await openDetail(page, first);
  await page.keyboard.press("End");
  await watched.expectFrame(24);
  const last = await watched.see();

  await watched.button("Continue from the last frame").click();
  const video = new VideoPage(page);
  await video.expectReady();
  await expect(video.shown).toBeVisible();
  const picture = await video.shown.evaluate(async (image) => {
    await (image as HTMLImageElement).decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
    const context = canvas.getContext("2d")!;
    context.drawImage(image as HTMLImageElement, 0, 0, 64, 36);
    const { data } = context.getImageData(0, 0, 64, 36);
    return Array.from({ length: data.length / 4 }, (_, index) => data[index * 4 + 1]!);
  });
  const shownBefore = last.pixels.split(",").map(Number);
  const apart =
    picture.reduce((sum, green, index) => sum + Math.abs(green - shownBefore[index]!), 0) / picture.length;
  expect(apart, "the draft begins with the picture that was seen last").toBeLessThan(12);

  await video.prompt.fill("They go on");
  await video.submit.click();
  await expect
    .poll(async () => (await studio.api.listGenerations("&generator=video")).generations.length)
    .toBe(2);
  const [second] = (await studio.api.listGenerations("&generator=video")).generations;
  const made = await studio.api.waitForEnd(second!.id, 90_000);
  expect(made).toMatchObject({ state: "succeeded", parentId: first.id, relation: "frame" });
  const chain = await studio.api.call<Chain>("GET", `/api/v1/generations/${first.id}/chain`);
  expect(chain.steps.map(({ generation }) => generation.id)).toEqual([first.id, made.id]);

  await page.goto(`/library/${made.id}`);
  const strip = page.getByRole("region", { name: "Video sequence" });
  const links = strip.getByRole("link");
  await expect(links).toHaveCount(2);
  await expect(links.nth(1)).toHaveAttribute("aria-current", "page");
  await links.first().click();
  await expect(page).toHaveURL(new RegExp(first.id));
  await expect(links.first()).toHaveAttribute("aria-current", "page");
});

test("a still in the library runs under the mouse, and leads to its video", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  await makeVideo();
  await page.goto("/library");
  const tile = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: /Stripes pass by/ }) });
  await expect(tile).toContainText("0:06");
  await expect(tile.locator("video")).toHaveCount(0);
  await tile.hover();
  const running = new WatchedVideo(page, tile);
  await running.waitForSecond(0.3);
  expect(await running.video.evaluate((video) => (video as HTMLVideoElement).muted)).toBe(true);
  await page.getByRole("heading", { level: 1, name: "Library" }).hover();
  await expect(tile.locator("video")).toHaveCount(0);
  await tile.getByRole("link").click();
  await new WatchedVideo(page).waitUntilThere();
});

test("a take plays where it stands, as wide as its picture, and knows the others of its idea", async ({
  page,
  studio,
}) => {
  const makeVideo = await openVideoMaker(studio.api);
  const [first, second] = [await makeVideo(), await makeVideo()];
  const { number } = second.take!;
  await new VideoPage(page).open();
  const take = page.getByRole("article", { name: `Stripes pass by, take ${number}` });
  await take.getByRole("button", { name: "Play Stripes pass by" }).click();
  const watched = new WatchedVideo(page);
  await watched.waitForSecond(0.3);
  const picture = (await watched.video.boundingBox())!;
  const line = (await watched.position.boundingBox())!;
  expect(line.x + line.width).toBeLessThanOrEqual(picture.x + picture.width + 1);
  await take.hover();
  await expect(take.getByRole("button", { name: "Enlarge Stripes pass by" })).toBeVisible();

  await page.goto(`/library/${first.id}`);
  const takes = page.getByRole("navigation", { name: "Takes of this idea" });
  await expect(takes.getByRole("link", { name: `Take ${number - 1}`, exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await takes.getByRole("link", { name: `Take ${number}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${second.id}$`));
  await takes.getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveURL(new RegExp(`a=${first.id}&b=${second.id}`));
});

test("two takes are seen in step, also where one is longer", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  await makeVideo();
  await makeVideo({ duration: 10 });
  await new VideoPage(page).open();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
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

  await both.getByRole("button", { name: /^Play both/ }).click();
  const samples: number[] = [];
  // Well before the shorter one ends, even on a slow machine.
  for (const second of [0.5, 1, 1.5, 2]) {
    await expect.poll(async () => Math.min(...(await readTimes()))).toBeGreaterThan(second);
    samples.push(await apart());
  }
  expect(Math.max(...samples), samples.join()).toBeLessThan(1 / framesPerSecond);

  await test.step("stopped, both stand at the very same moment", async () => {
    await both.getByRole("button", { name: /^Pause/ }).click();
    await expect.poll(apart).toBeLessThan(0.001);
    await page.keyboard.press(".");
    await expect.poll(apart).toBeLessThan(0.001);
  });

  await test.step("the shorter one waits on its last frame", async () => {
    const position = both.getByRole("slider", { name: /^Position/ });
    await position.focus();
    await page.keyboard.press("End");
    await expect
      .poll(readTimes)
      .toEqual([expect.closeTo(6 - 0.5 / framesPerSecond, 2), expect.closeTo(10 - 0.5 / framesPerSecond, 2)]);
    await expect(both.getByText(/Shorter: holds its last frame from 0:06/)).toBeVisible();
  });

  await test.step("one over the other", async () => {
    await both.getByRole("radio", { name: "Wipe" }).check({ force: true });
    const edge = both.getByRole("slider", { name: "Divider between A and B" });
    await edge.focus();
    await page.keyboard.press("ArrowRight");
    await expect(edge).toHaveValue("51");
  });
});

test("a video that sounds and the studio's player pause each other", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const [made, spoken] = [await makeVideo(), await makeSpeech(studio.api, endlessText)];
  const { assetId, url } = made.outputs[0]!;
  const readFile = async (address: string) =>
    Buffer.from(await (await studio.api.request("GET", address)).arrayBuffer());
  const body = await addSound(await readFile(url), await readFile(spoken.outputs[0]!.url));
  await page.route(`**${url}`, (route) => route.fulfill({ contentType: "video/mp4", body }));
  const changed = await changeStudioDatabase(
    studio.process.dataDir,
    `UPDATE "Asset" SET "facts" = jsonb_set("facts", '{video,hasSound}', 'true') WHERE "id" = $1`,
    [assetId],
  );
  expect(changed).toBe(1);

  const player = new PlayerBar(page);
  await page.goto(`/library/${spoken.id}`);
  await page
    .getByRole("button", { name: `Play ${opening}` })
    .first()
    .click();
  await player.waitForSecond(0.3);
  await page.getByRole("link", { name: "Library", exact: true }).first().click();
  await page.getByRole("link", { name: /Stripes pass by/ }).click();
  const watched = new WatchedVideo(page);
  await watched.waitUntilThere();
  await watched.button(/^Play(?!er)/).click();
  await watched.waitForSecond(0.3);
  await player.expectPaused(opening);

  await player.bar.getByRole("button", { name: `Play ${opening}` }).click();
  await expect.poll(() => watched.read("paused")).toBe(true);
  await player.expectPlaying(opening);

  // A silent video leaves the other sound playing.
  await watched.button("Mute").click();
  const before = await watched.read("currentTime");
  await watched.button(/^Play(?!er)/).click();
  await watched.waitForSecond(before + 0.2);
  await player.expectPlaying(opening);
  await watched.button("Unmute").click();
  await player.expectPaused(opening);
});

test("what does not play is told, with what to do", async ({ page, guard, studio }) => {
  guard.allow(/(status 404|failed): \w+ .*\/api\/media\//);
  const makeVideo = await openVideoMaker(studio.api);
  const made = await makeVideo();
  const address = `**${made.outputs[0]!.url}`;
  const alert = page.getByRole("group", { name: /^Video: / }).getByRole("alert");

  await test.step("a file that is gone", async () => {
    await page.route(address, (route) => route.fulfill({ status: 404 }));
    await page.goto(`/library/${made.id}`);
    await expect(alert).toContainText("The file no longer exists.");
    await page.unroute(address);
  });

  await test.step("a kind of video that this browser does not decode", async () => {
    await page.route(address, (route) =>
      route.fulfill({ status: 200, contentType: "video/mp4", body: Buffer.alloc(4_096, 7) }),
    );
    await page.goto(`/library/${made.id}`);
    await expect(alert).toContainText("Your browser can’t play this video.");
    await expect(alert.getByRole("link", { name: "Download" })).toHaveAttribute("href", /download=1/);
    await page.unroute(address);
  });

  await test.step("a connection that was lost, and is there again", async () => {
    await page.route(address, (route) => route.abort("connectionfailed"));
    await page.goto(`/library/${made.id}`);
    await expect(alert).toContainText("Connection lost.");
    await page.unroute(address);
    await alert.getByRole("button", { name: "Try again" }).click();
    const watched = new WatchedVideo(page);
    await watched.waitForSecond(0.2);
    await expect(alert).toHaveCount(0);
  });
});

test("the frame that is shown begins the next video, by its own time", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const watched = await openDetail(page, await makeVideo());
  await watched.player.focus();
  for (const frame of [2, 3, 4]) {
    await page.keyboard.press(".");
    await watched.expectFrame(frame);
  }
  const asked = page.waitForRequest("**/api/v1/frames");
  await watched.see();
  await watched.button("Continue from this frame").click();
  const { at } = (await asked).postDataJSON() as { at: number };
  // The start of that frame, since a time within it would follow from the frame rate.
  expect(at).toBeCloseTo(3 / framesPerSecond, 3);
  await new VideoPage(page).expectReady();
});

test("a video's own page names its camera instructions, and leaves its prompt as it was sent", async ({
  page,
  studio,
}) => {
  const makeVideo = await openVideoMaker(studio.api);
  const prompt = "[推进,上升] Stripes pass by [固定]";
  await openDetail(page, await makeVideo({ prompt }));
  // Glosses beside an instruction are CSS content, neither selected nor copied.
  const readGlosses = () =>
    page
      .getByRole("main")
      .locator("[data-gloss]")
      .evaluateAll((tokens) => tokens.map((token) => getComputedStyle(token, "::after").content));
  expect(await readGlosses()).toEqual(['"Push in, Pedestal up"', '"Static shot"']);
  await expect(page.getByText(prompt, { exact: true })).toBeVisible();
});

test("watching is accessible and fits a phone in both themes", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const [one, two] = [await makeVideo(), await makeVideo({ prompt: "[左移] Another way" })];
  await page.setViewportSize({ width: 360, height: 780 });
  const watched = await openDetail(page, one);
  await expectAccessible(page);
  await watched.button("Next frame").click();
  await watched.expectFrame(2);
  await expectAccessible(page);
  await page.goto(`/library/compare?a=${one.id}&b=${two.id}`);
  await expect(page.getByRole("group", { name: "Two videos in sync" }).locator("video")).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`/library/compare?a=${one.id}`);
  await expect(page.getByRole("heading", { name: "Choose a video to compare with" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Video A" })).toContainText("Stripes pass by");
  await expectAccessible(page);
  await page.goto("/library");
  await expect(page.getByRole("link", { name: /Stripes pass by/ })).toBeVisible();
  await expectAccessible(page);
});
