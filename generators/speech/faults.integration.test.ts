import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const words = "The keeper climbed the last stair and listened to the sea below the lamp room.";

describe("when the service fails at speech", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    const many = { requests: 1_000, windowMs: 60_000 };
    // A stream that stalls is given up sooner than at a real service, yet later than a busy machine takes for a frame.
    const timeouts = { idleMs: 4_000 };
    await studio.test.database.connection.updateMany({
      data: {
        overrides: { rateLimits: { endpoints: { speech: many } }, endpoints: { speech: { timeouts } } },
      },
    });
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  async function speak(fault: string, input: Record<string, unknown> = {}): Promise<GenerationDto> {
    const { id } = await studio.submit(
      { model: "speech-2.6-hd", text: `${words} [[fault:${fault}]]`, ...input },
      { generator: "speech" },
    );
    return studio.waitForEnd(id);
  }

  /** One request was sent and counted, whatever became of its answer. */
  async function expectSentOnce({ id }: GenerationDto): Promise<void> {
    const bill = (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
    expect(bill.map(({ billed }) => billed)).toEqual([true]);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  }

  it.each([
    ["drops its connection", "drop-after-frames:3", { code: "generation.ended-early" }],
    ["ends inside a frame", "truncate", { code: "generation.ended-early" }],
    ["never sends its last frame", "no-last-frame", { code: "generation.ended-early" }],
    ["stalls", "stall-after-frames:2", { code: "generation.ended-early" }],
    ["has hex of odd length", "odd-hex", { code: "generation.ended-early" }],
    ["has hex with a bad character", "bad-hex", { code: "generation.ended-early" }],
    ["tells a fault of the service", "stream-error:1033", { serviceCode: 1033 }],
    ["tells that the text is sensitive", "stream-error:1026", { serviceCode: 1026 }],
    ["tells that there were too many requests", "stream-error:1002", { serviceCode: 1002 }],
  ])(
    "keeps what had come of a stream that %s as a part, and never sends it again",
    async (_what, fault, error) => {
      const done = await speak(fault, { stream: true });
      expect(done).toMatchObject({
        state: "failed",
        error: { ...error, made: "something" },
        counts: { expected: 1, stored: 0, partial: 1 },
      });
      expect(done.live).toBeUndefined();
      expect(done.outputs).toMatchObject([{ role: "audio", mimeType: "audio/mpeg", partial: true }]);
      expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
      await expectSentOnce(done);
    },
  );

  it.each([
    ["a stream that stalls before it begins", "stall-after-frames:0", true, "timeout.idle"],
    ["a stream that is dropped before it begins", "drop-after-frames:0", true, "answer.truncated"],
    ["a stream whose data is null", "data-null", true, "answer.truncated"],
    ["a stream without any sound", "empty-result", true, "answer.shape"],
    ["a stream that is no JSON", "garbage", true, "answer.garbage"],
    ["data that is null", "data-null", false, "answer.shape"],
    ["a sound of 0 bytes", "empty-result", false, "answer.shape"],
    ["hex of odd length", "odd-hex", false, "answer.hex"],
    ["hex with a bad character", "bad-hex", false, "answer.hex"],
    ["an answer that is announced as a stream", "json-as-stream", false, "answer.content-type"],
    ["an answer that is cut off", "truncate", false, "answer.truncated"],
    ["an answer that never comes", "drop-after", false, "network.lost"],
  ])("says of %s that nobody knows, and stores nothing", async (_what, fault, stream, code) => {
    const done = await speak(fault, { stream });
    expect(done).toMatchObject({ state: "unknown", error: { code }, outputs: [], counts: { stored: 0 } });
    await expectSentOnce(done);
  });

  it.each(["json-for-stream", "json-as-stream"])(
    "takes a whole sound where a stream was asked for (%s)",
    async (fault) => {
      const done = await speak(fault, { stream: true });
      expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
      expect(done.outputs).toHaveLength(1);
      expect(done.outputs[0]).not.toHaveProperty("partial");
    },
  );

  it("takes a stream with a frame of 5 MB", async () => {
    const done = await speak("large-frame:5", { stream: true });
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
    const { audio_size } = done.facts!.extra_info as { audio_size: number };
    expect(done.outputs[0]!.bytes).toBe(audio_size);
  });

  it.each([
    ["has expired", "dead-links", "result.link-dead"],
    ["leads to a page", "garbage-links", "result.type"],
  ])("fails where the link of the sound %s", async (_what, fault, code) => {
    const done = await speak(fault, { output_format: "url" });
    expect(done).toMatchObject({ state: "failed", error: { code }, outputs: [], counts: { failed: 1 } });
    await expectSentOnce(done);
  });

  it("keeps the sound where its subtitles do not come, and says so", async () => {
    const without = await speak("no-subtitles", { subtitle_enable: true });
    expect(without).toMatchObject({ state: "succeeded", facts: { missing: ["subtitle"] } });
    const broken = await speak("garbage-subtitles", { subtitle_enable: true });
    expect(broken.state).toBe("succeeded");
    for (const { outputs } of [without, broken]) expect(outputs.map(({ role }) => role)).toEqual(["audio"]);
  });

  it("sends again what was refused for now, since nothing was made", async () => {
    const done = await speak("1002x1", { stream: true });
    expect(done.state).toBe("succeeded");
    const attempts = await studio.test.database.attempt.findMany({
      where: { generationId: done.id },
      orderBy: { number: "asc" },
    });
    expect(attempts.map(({ state }) => state)).toEqual(["refused", "answered"]);
  });
});
