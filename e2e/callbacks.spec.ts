import { randomUUID } from "node:crypto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { SandboxControl } from "./fixtures/sandbox-control";
import { expect, test, type Studio } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";

const creation = "/v1/video_generation";
const query = "/v1/query/video_generation";
/** The service reports the end of a video by callback alone. */
const withoutQuery = { endpoints: { videoQuery: null } };

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

test.beforeEach(async ({ sandbox }) => {
  await sandbox.change({ taskDurationMs: 700, videoFramesPerSecond: 1 });
});

/** The integration tests of generators/video have the other ways in which callbacks arrive or fail. */
test("repeated and reversed callbacks bring one video, and later ones change nothing", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  await studio.api.connect({ profileId: "sandbox", overrides: withoutQuery });
  const video = new VideoPage(page);
  await video.open();
  const words = "A ship leaves [[fault:callbacks-copied:3]] [[fault:callbacks-reversed]]";
  const made = await film(video, studio, words);
  const { taskId } = await expectOneVideo(made, { video, studio, sandbox });
  const updates = (await sandbox.listDeliveries()).filter((each) => each.taskId === taskId);
  expect(updates.length).toBeGreaterThan(0);
  expect(updates.every(({ outcome }) => outcome === "HTTP 200")).toBe(true);
  expect(await sandbox.readArrivals()).not.toContain(query);
  await sandbox.replayCallbacks(taskId, ["failed", "processing", "success"], 2);
  await expectOneVideo(made, { video, studio, sandbox });
});

test("without callbacks, form and take say so, and a file ID brings the video", async ({
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

    await page.goBack();
    await video.expectReady();
    const field = video.takes.getByRole("textbox", { name: /^Result file ID/ });
    await field.fill("12345");
    await video.takes.getByRole("button", { name: "Get result" }).click();
    await expect(video.takes).toContainText("The service has no file 12345 yet.");
    await expect(field).toHaveValue("12345");
    let fileId: string | undefined;
    await expect
      .poll(async () => ([fileId] = await sandbox.listFileIds(apiKey, "video_generation"))[0])
      .toBeTruthy();
    await field.fill(fileId!);
    await video.takes.getByRole("button", { name: "Get result" }).click();
    await expectOneVideo(made, { video, studio, sandbox });
  } finally {
    await studio.api.call("PATCH", "/api/v1/callbacks", { enabled: true });
  }
});
