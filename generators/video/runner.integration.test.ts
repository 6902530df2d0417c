import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkGeneration } from "@/lib/generations/ask/check-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { openVideoStudio, type VideoStudio } from "./testing/video-studio";

const withoutQuery = { endpoints: { videoQuery: null } };

describe("a video", { timeout: 60_000 }, () => {
  let studio: VideoStudio;

  beforeAll(async () => {
    studio = await openVideoStudio();
    await studio.startWorker();
  });
  afterAll(() => studio.close());
  beforeEach(async () => {
    studio.answerChallenges(true);
    await studio.override({});
  });

  async function expectOneVideo(done: GenerationDto, billedBefore: number): Promise<void> {
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { expected: 1, stored: 1 } });
    expect(done.outputs.filter(({ role }) => role === "video")).toMatchObject([
      { mimeType: "video/mp4", width: 820, height: 512, durationSeconds: 6 },
    ]);
    expect(await studio.countBilled()).toBe(billedBefore + 1);
    expect(await studio.test.database.attempt.count({ where: { generationId: done.id } })).toBe(1);
  }

  /** Polls a task as a person would until it ends. */
  async function askUntilEnd({ id }: GenerationDto): Promise<GenerationDto> {
    return studio.waitFor(id, (generation) => {
      if (isTerminal(generation.state)) return true;
      if (generation.waiting?.untilAt) {
        // It may have ended meanwhile.
        void checkGeneration(studio.services, { userId: studio.userId, id }).catch((error: unknown) => {
          if ((error as { code?: string }).code !== "generation.state") throw error;
        });
      }
      return false;
    });
  }

  it("is asked after where the service cannot reach the studio", async () => {
    const billedBefore = await studio.countBilled();
    const done = await studio.filmToEnd("A ship [[fault:callbacks-lost]]");
    await expectOneVideo(done, billedBefore);
    expect(await studio.listPushed(done.id)).toEqual([]);
  });

  it("comes by its callback alone where nothing can be asked", async () => {
    await studio.override(withoutQuery);
    const billedBefore = await studio.countBilled();
    const done = await studio.filmToEnd("A ship");
    await expectOneVideo(done, billedBefore);
    expect(await studio.listPushed(done.id)).toContainEqual(expect.objectContaining({ state: "success" }));
  });

  it.each([
    ["repeated", "[[fault:callbacks-copied:3]]"],
    ["reversed and capitalised", "[[fault:callbacks-reversed]] [[fault:callbacks-capitalised]]"],
    ["with fields nobody knows", "[[fault:callbacks-with-more]]"],
    ["late", "[[fault:callbacks-late:1500]]"],
    ["without its end", "[[fault:last-callback-lost]]"],
  ])("is one, whichever way comes first: callbacks %s", async (_name, words) => {
    const billedBefore = await studio.countBilled();
    const done = await studio.filmToEnd(`A ship ${words}`);
    await expectOneVideo(done, billedBefore);
  });

  it.each([
    ["repeated", "[[fault:callbacks-copied:3]]"],
    ["reversed", "[[fault:callbacks-reversed]]"],
    ["capitalised", "[[fault:callbacks-capitalised]]"],
    ["late", "[[fault:callbacks-late:1500]]"],
  ])("is one by callbacks alone: %s", async (_name, words) => {
    await studio.override(withoutQuery);
    const billedBefore = await studio.countBilled();
    await expectOneVideo(await studio.filmToEnd(`A ship ${words}`), billedBefore);
  });

  it("stays what it is, whatever is pushed after its end", async () => {
    const done = await studio.filmToEnd("A ship");
    const pushed = await studio.listPushed(done.id);
    await studio.replay(String(pushed[0]?.taskId), ["failed", "processing", "success"]);
    const after = await studio.waitFor(done.id, () => true);
    expect(after).toMatchObject({ state: "succeeded", outputs: done.outputs });
  });

  it.each([
    ["a failed task", "[[fault:task-failed]]", 1027],
    ["a refused prompt", "[[fault:1026]]", 1026],
    ["an empty account", "[[fault:1008]]", 1008],
  ])("ends %s with its code", async (_name, words, serviceCode) => {
    const ended = await studio.filmToEnd(`A ship ${words}`);
    expect(ended).toMatchObject({ state: "failed", outputs: [], error: { serviceCode } });
  });

  it("ends a task that is only pushed as failed with its code", async () => {
    await studio.override(withoutQuery);
    const ended = await studio.filmToEnd("A ship [[fault:task-failed]]");
    expect(ended).toMatchObject({ state: "failed", error: { serviceCode: 1027 } });
  });

  it.each(["garbage-video", "truncated-video", "empty-result"])(
    "stores nothing of a file that is %s",
    async (fault) => {
      const billedBefore = await studio.countBilled();
      const ended = await askUntilEnd(await studio.film(`A ship [[fault:${fault}]]`));
      expect(ended).toMatchObject({ state: "failed", outputs: [] });
      expect(ended.error?.code).toMatch(/^result\./);
      expect(await studio.countBilled()).toBe(billedBefore + 1);
    },
  );

  it("is made once the service can check its address, and billed once", async () => {
    const billedBefore = await studio.countBilled();
    studio.answerChallenges(false);
    const { id } = await studio.film("A ship");
    await studio.waitFor(id, ({ waiting }) => waiting?.reason === "callback-check");
    studio.answerChallenges(true);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", error: null });
    expect(await studio.countBilled()).toBe(billedBefore + 1);
    const attempts = await studio.test.database.attempt.findMany({ where: { generationId: id } });
    expect(attempts.map(({ state }) => state).sort()).toEqual(["answered", "refused"]);
  });

  it("is not made where the service cannot check its address", async () => {
    const billedBefore = await studio.countBilled();
    studio.answerChallenges(false);
    const ended = await studio.filmToEnd("A ship");
    expect(ended).toMatchObject({
      state: "failed",
      error: { code: "service.callback-address", serviceCode: 2013, made: "nothing" },
    });
    expect(await studio.countBilled()).toBe(billedBefore);
  });

  it.each([
    ["too small", 300, 600, "first-frame.too-small"],
    ["too long", 1600, 400, "first-frame.aspect"],
  ])("is not begun with a picture that is %s", async (_name, width, height, key) => {
    const first_frame_image = await studio.bringPicture(width, height);
    await expect(studio.film("A ship", { first_frame_image })).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "first_frame_image", key }],
    });
  });

  it("of the 01 series has its default resolution, which is not sent", async () => {
    const done = await studio.filmToEnd("A ship", { model: "I2V-01", resolution: "720P", duration: 6 });
    expect(done.outputs).toMatchObject([{ role: "video", height: 720, durationSeconds: 6 }]);
  });
});
