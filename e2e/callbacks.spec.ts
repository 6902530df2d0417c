import { randomUUID } from "node:crypto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { signIn } from "./fixtures/accounts";
import { SandboxControl } from "./fixtures/sandbox-control";
import { expect, nobody, owner, ownerSettings, ownStudioTest, test, type Studio } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";

const creation = "/v1/video_generation";
const query = "/v1/query/video_generation";
/** The service reports the end of a video by callback alone. */
const withoutQuery = { endpoints: { videoQuery: null } };
/** Polls so often that it meets the callbacks. */
const eager = { polling: { videoIntervalMs: 100 } };

/** Submits a video in the browser. @returns its generation as soon as it exists */
async function film(video: VideoPage, { api }: Studio, prompt: string): Promise<GenerationDto> {
  await video.choosePicture(640, 400);
  await expect(video.shown).toBeVisible();
  await video.prompt.fill(prompt);
  await video.submit.click();
  await expect.poll(async () => (await api.listGenerations("&generator=video")).generations.length).toBe(1);
  return (await api.listGenerations("&generator=video")).generations[0]!;
}

/** Expects one video in the library and on the page that was sent and billed once. */
async function expectOneVideo(
  { id }: GenerationDto,
  { video, studio, sandbox }: { video: VideoPage; studio: Studio; sandbox: SandboxControl },
): Promise<{ taskId: string }> {
  const done = await studio.api.waitForEnd(id, 60_000);
  expect(done).toMatchObject({ state: "succeeded", error: null, counts: { expected: 1, stored: 1 } });
  expect(done.outputs).toMatchObject([{ role: "video", mimeType: "video/mp4" }]);
  await expect(video.takes.getByRole("button", { name: /^Play/ }).first()).toBeVisible();
  expect((await sandbox.readBill()).filter(({ billed }) => billed)).toHaveLength(1);
  expect((await sandbox.readArrivals()).filter((path) => path === creation)).toHaveLength(1);
  return { taskId: String(done.facts!.task_id) };
}

/** generators/video/runner.integration.test.ts has the other ways in which callbacks arrive or fail. */
const ways = [
  {
    name: "by callbacks that are repeated, in the wrong order",
    words: "[[fault:callbacks-copied:3]] [[fault:callbacks-reversed]]",
    overrides: withoutQuery,
  },
  {
    name: "by asking, since the last callback is lost",
    words: "[[fault:last-callback-lost]]",
    overrides: eager,
  },
];

test.describe("a video and its callbacks", () => {
  test.beforeEach(async ({ sandbox }) => {
    await sandbox.change({ taskDurationMs: 700, videoFramesPerSecond: 1 });
  });

  for (const { name, words, overrides } of ways) {
    test(`a video comes ${name}: one result, made and paid for once`, async ({ page, studio, sandbox }) => {
      test.slow();
      await studio.api.connect({ profileId: "sandbox", overrides });
      const video = new VideoPage(page);
      await video.open();
      const made = await film(video, studio, `A ship leaves ${words}`);
      const { taskId } = await expectOneVideo(made, { video, studio, sandbox });
      const updates = (await sandbox.listDeliveries()).filter((each) => each.taskId === taskId);
      const asked = (await sandbox.readArrivals()).filter((path) => path === query);
      expect(updates.every(({ outcome }) => outcome === "HTTP 200")).toBe(true);
      if (overrides === withoutQuery) expect(asked).toEqual([]);
    });
  }

  test("a video comes by its callback alone, and what is pushed after its end changes nothing", async ({
    page,
    studio,
    sandbox,
  }) => {
    test.slow();
    await studio.api.connect({ profileId: "sandbox", overrides: withoutQuery });
    const video = new VideoPage(page);
    await video.open();
    const made = await film(video, studio, "A ship leaves");
    const { taskId } = await expectOneVideo(made, { video, studio, sandbox });
    const updates = (await sandbox.listDeliveries()).filter((each) => each.taskId === taskId);
    expect(updates.every(({ outcome }) => outcome === "HTTP 200")).toBe(true);
    expect(await sandbox.readArrivals()).not.toContain(query);
    await sandbox.replayCallbacks(taskId, ["failed", "processing", "success"], 2);
    await expectOneVideo(made, { video, studio, sandbox });
  });

  test("form and take say that only a callback tells, and that none can come while they are off", async ({
    page,
    studio,
    sandbox,
  }) => {
    test.slow();
    const deliveriesBefore = await sandbox.listDeliveries();
    const apiKey = `sandbox-key-good-${randomUUID()}`;
    await studio.api.connect({ profileId: "sandbox", apiKey, overrides: withoutQuery });
    const video = new VideoPage(page);
    await video.open();
    await expect(video.form).toContainText("This service reports finished videos only by callback.");
    await expect(video.form).toContainText("The request will include this studio’s address.");
    await studio.api.call("PATCH", "/api/v1/callbacks", { enabled: false });
    try {
      await video.open();
      await expect(video.form).toContainText(
        "Without a callback, a new video can only be retrieved by its file ID.",
      );
      await expect(video.form).toContainText("Callbacks are turned off in this studio.");
      const made = await film(video, studio, "A ship leaves");
      await expect(video.takes).toContainText("The request didn’t include this studio’s address.");
      await expect(video.takes).toContainText("Callbacks are turned off in this studio.");
      expect(await sandbox.listDeliveries()).toHaveLength(deliveriesBefore.length);
      await video.takes.getByRole("link", { name: "Callback settings" }).click();
      await expect(page.getByText("Callbacks are off.")).toBeVisible();

      await video.open();
      const [fileId] = await sandbox.listFileIds(apiKey, "video_generation");
      const field = video.takes.getByRole("textbox", { name: /^Result file ID/ });
      await field.fill("12345");
      await video.takes.getByRole("button", { name: "Get result" }).click();
      await expect(video.takes).toContainText("The service has no file 12345 yet.");
      await expect(field).toHaveValue("12345");
      await field.fill(fileId!);
      await video.takes.getByRole("button", { name: "Get result" }).click();
      await expectOneVideo(made, { video, studio, sandbox });
    } finally {
      await studio.api.call("PATCH", "/api/v1/callbacks", { enabled: true });
    }
  });
});

ownStudioTest(
  "kill -9 of all processes between a creation and its callback: the video is in the library, made once",
  async ({ startStudio, openBrowser, guard }) => {
    ownStudioTest.setTimeout(180_000);
    // Meanwhile the page keeps requesting, and its event stream breaks off.
    guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/);
    const studio = await startStudio(ownerSettings);
    await studio.api.connect({ profileId: "sandbox", overrides: withoutQuery });
    const { baseUrl } = await studio.api.call<{ baseUrl: string }>("GET", "/api/v1/connection");
    const sandbox = new SandboxControl(baseUrl);
    await sandbox.change({ videoFramesPerSecond: 1, latencyMs: 50, rateLimits: "off" });
    const page = await (await openBrowser({ ...nobody, baseURL: studio.process.address })).newPage();
    await signIn(page, owner);
    const video = new VideoPage(page);
    await video.open();
    // Longer than the studio needs to start on a busy machine.
    const made = await film(video, studio, "A ship leaves [[task-ms:15000]]");
    await expect
      .poll(async () => (await studio.api.getGeneration(made.id)).waiting?.reason, { timeout: 30_000 })
      .toBe("callback");
    await studio.process.kill();
    await studio.process.start();
    await video.open();
    await expectOneVideo(made, { video, studio, sandbox });
  },
);
