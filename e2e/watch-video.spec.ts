import type { Chain } from "@/lib/generations/read/chain-dto";
import { expectAccessible, expectNoViolations } from "./fixtures/accessible";
import { addSound } from "./fixtures/add-sound";
import { longText, makeSpeech, opening } from "./fixtures/make-speech";
import { openVideoMaker } from "./fixtures/make-video";
import { PlayerBar } from "./fixtures/player-bar";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, test } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";
import { WatchedVideo } from "./fixtures/watched-video";

const framesPerSecond = 4;
const phone = { width: 360, height: 780 };

test.beforeEach(async ({ sandbox }) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 200, videoFramesPerSecond: framesPerSecond });
});

test("a video is watched frame by frame, and any frame begins the next video", async ({ page, studio }) => {
  const makeVideo = await openVideoMaker(studio.api);
  const prompt = "[推进,上升] Stripes pass by [固定]";
  const first = await makeVideo({ prompt });
  const watched = new WatchedVideo(page);

  await test.step("its still in the library plays under the mouse and with the focus, and leads to its page", async () => {
    await page.goto("/library");
    const tile = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: /Stripes pass by/ }) });
    await expect(tile).toContainText("0:06");
    await expectNoViolations(page, { include: "main" });
    await expect(tile.locator("video")).toHaveCount(0);
    await tile.hover();
    const running = new WatchedVideo(page, tile);
    await running.waitForSecond(0.1);
    expect(await running.video.evaluate((video) => (video as HTMLVideoElement).muted)).toBe(true);
    await page.getByRole("heading", { level: 1, name: "Library" }).hover();
    await expect(tile.locator("video")).toHaveCount(0);
    // Focus that a key has moved is visible.
    await page.keyboard.press("Tab");
    await tile.getByRole("link").focus();
    await running.waitForSecond(0.1);
    await tile.getByRole("link").blur();
    await expect(tile.locator("video")).toHaveCount(0);
    await tile.getByRole("link").click();
    await watched.waitUntilThere();
  });

  await test.step("its page glosses camera instructions and shows the prompt as it was sent", async () => {
    // Glosses beside an instruction are CSS content, neither selected nor copied.
    const readGlosses = () =>
      page
        .getByRole("main")
        .locator("[data-gloss]")
        .evaluateAll((tokens) => tokens.map((token) => getComputedStyle(token, "::after").content));
    await expect.poll(readGlosses).toEqual(['"Push in, Pedestal up"', '"Static shot"']);
    await expect(page.getByText(prompt, { exact: true })).toBeVisible();
  });

  await test.step("keys and buttons move by one frame", async () => {
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

  await test.step("keys move to the ends and in jumps", async () => {
    await page.keyboard.press("End");
    await watched.expectFrame(24);
    await page.keyboard.press("ArrowLeft");
    await watched.expectFrame(4);
    await page.keyboard.press("Home");
    await watched.expectFrame(1);
  });

  await test.step("the line leads to any moment", async () => {
    const line = (await watched.position.boundingBox())!;
    await page.mouse.move(line.x + line.width / 4, line.y + line.height / 2);
    await expect(watched.player.getByText("0:01.5")).toBeVisible();
    await page.mouse.down();
    await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => watched.read("currentTime")).toBeCloseTo(3, 0);
  });

  await test.step("it plays faster and in a loop", async () => {
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

  await test.step("it fills the screen and returns", async () => {
    await watched.player.focus();
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await expect(watched.button("Exit full screen")).toBeVisible();
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  });

  await test.step("its shortcuts are listed", async () => {
    await watched.button("Player shortcuts").click();
    const shortcuts = page.getByRole("dialog", { name: "Player shortcuts" });
    await expect(shortcuts).toContainText("Previous or next frame");
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
  });

  const video = new VideoPage(page);
  await test.step("the frame shown begins the next video, by its own time", async () => {
    await watched.player.focus();
    await page.keyboard.press("Home");
    await watched.expectFrame(1);
    for (const frame of [2, 3, 4]) {
      await page.keyboard.press(".");
      await watched.expectFrame(frame);
    }
    await page.setViewportSize(phone);
    await expectAccessible(page);
    const asked = page.waitForRequest("**/api/v1/frames");
    await watched.see();
    await watched.button("Continue from this frame").click();
    const { at } = (await asked).postDataJSON() as { at: number };
    // The start of that frame, since a time within it would follow from the frame rate.
    expect(at).toBeCloseTo(3 / framesPerSecond, 3);
    await video.expectReady();
    await page.goBack();
    await watched.waitUntilThere();
  });

  await test.step("the last frame begins the next video", async () => {
    await watched.player.focus();
    await page.keyboard.press("End");
    await watched.expectFrame(24);
    const last = await watched.see();
    await watched.button("Continue from the last frame").click();
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
    expect(apart, "the draft begins with the last frame").toBeLessThan(12);
  });

  await test.step("both videos are shown as a sequence", async () => {
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
    const links = page.getByRole("region", { name: "Where it came from" }).getByRole("link");
    await expect(links).toHaveCount(2);
    await expect(links.nth(1)).toHaveAttribute("aria-current", "page");
    await links.first().click();
    await expect(page).toHaveURL(new RegExp(first.id));
    await expect(watched.player).toBeVisible();
    const next = page.getByRole("region", { name: "Created from this" });
    await next.getByRole("link", { name: /They go on/ }).click();
    await expect(page).toHaveURL(new RegExp(made.id));
  });
});

test("a video with sound takes turns with the player, and one that fails says what to do", async ({
  page,
  guard,
  studio,
}) => {
  guard.allow(/(status 404|failed): \w+ .*\/api\/media\//);
  const makeVideo = await openVideoMaker(studio.api);
  const [made, spoken] = [await makeVideo(), await makeSpeech(studio.api, `${longText} ${longText}`)];
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
  const watched = new WatchedVideo(page);

  await test.step("the video and the player pause each other", async () => {
    await page.goto(`/library/${spoken.id}`);
    await page
      .getByRole("button", { name: `Play ${opening}` })
      .first()
      .click();
    await player.waitForSecond(0.1);
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await page.getByRole("link", { name: /Stripes pass by/ }).click();
    await watched.waitUntilThere();
    await watched.button(/^Play(?!er)/).click();
    await watched.waitForSecond(0.1);
    await player.expectPaused(opening);
    await player.bar.getByRole("button", { name: `Play ${opening}` }).click();
    await expect.poll(() => watched.read("paused")).toBe(true);
    await player.expectPlaying(opening);
  });

  await test.step("a muted video leaves the player playing", async () => {
    await watched.button("Mute").click();
    const before = await watched.read("currentTime");
    await watched.button(/^Play(?!er)/).click();
    await watched.waitForSecond(before + 0.2);
    await player.expectPlaying(opening);
    await watched.button("Unmute").click();
    await player.expectPaused(opening);
  });

  const alert = watched.player.getByRole("alert");
  await test.step("a format that the browser does not decode can be downloaded", async () => {
    await page.unroute(`**${url}`);
    await page.route(`**${url}`, (route) =>
      route.fulfill({ status: 200, contentType: "video/mp4", body: Buffer.alloc(4_096, 7) }),
    );
    await page.reload();
    await expect(alert).toContainText("Your browser can’t play this video.");
    await expect(alert.getByRole("link", { name: "Download" })).toHaveAttribute("href", /download=1/);
  });

  await test.step("a file that no longer exists offers no download", async () => {
    await page.unroute(`**${url}`);
    await page.route(`**${url}`, (route) => route.fulfill({ status: 404 }));
    await watched.player.focus();
    await page.keyboard.press("k");
    await expect(alert).toContainText("The file no longer exists.");
    await expect(alert.getByRole("link", { name: "Download" })).toHaveCount(0);
  });

  await test.step("a lost connection can be tried again", async () => {
    await page.unroute(`**${url}`);
    await page.route(`**${url}`, (route) => route.abort("connectionfailed"));
    await page.keyboard.press("k");
    await expect(alert).toContainText("Connection lost.");
    await page.unroute(`**${url}`);
    await alert.getByRole("button", { name: "Try again" }).click();
    await watched.waitForSecond(0.1);
    await expect(alert).toHaveCount(0);
  });
});
