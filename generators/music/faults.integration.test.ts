import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeSoundFacts } from "@/components/takes/sound-facts";
import { openAsset } from "@/lib/media/open-asset.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { collect } from "@/lib/generations/testing/stream-studio";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const model = "music-2.6";
/** The shortest song there is: it is not about the sound. */
const prompt = "dance, 180 bpm";
const lyrics = "[Outro]\nla";
const audio_setting = { format: "mp3", sample_rate: 16000, bitrate: 32000 };
/** So many that what comes before a fault in the middle is surely a piece of its own. */
const large = { format: "mp3", sample_rate: 44100, bitrate: 256000 };

describe("when the service fails at music", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    // A stream that stalls is given up sooner than at a real service, yet later than a busy machine takes for a frame.
    const timeouts = { idleMs: 6_000 };
    await studio.test.database.connection.updateMany({
      data: {
        overrides: {
          rateLimits: { models: { [model]: { requests: 1_000, windowMs: 60_000 } } },
          endpoints: { musicGeneration: { timeouts } },
        },
      },
    });
    await studio.startWorker();
    // The sandbox knows the song from here on: what follows waits for no composing.
    await compose("");
  });
  afterAll(() => studio.close());

  async function compose(fault: string, input: Record<string, unknown> = {}): Promise<GenerationDto> {
    const words = fault === "" ? "" : ` [[fault:${fault}]]`;
    const { id } = await studio.submit(
      { model, prompt, lyrics: lyrics + words, audio_setting, ...input },
      { generator: "music" },
    );
    return studio.waitFor(id, ({ state }) => isTerminal(state), 90_000);
  }

  /** One request was sent and counted, whatever became of its answer. */
  async function expectSentOnce({ id }: GenerationDto): Promise<void> {
    const bill = (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
    expect(bill.map(({ billed }) => billed)).toEqual([true]);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  }

  /** What had come is kept and can be heard; a finished song it is not. */
  async function expectPart(done: GenerationDto, error: object): Promise<void> {
    expect(done).toMatchObject({
      state: "failed",
      error: { ...error, made: "something" },
      counts: { expected: 1, stored: 0, partial: 1 },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toMatchObject([{ role: "audio", mimeType: "audio/mpeg", partial: true }]);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
    await expectSentOnce(done);
  }

  it(
    "keeps what had come of a stream that is cut after any of its frames, and never calls it a song",
    { timeout: 240_000 },
    async () => {
      const whole = await compose("", { stream: true });
      const frames = await countFrames(studio.sandbox.baseUrl);
      expect(frames).toBeGreaterThan(3);
      const parts = await Promise.all(
        Array.from({ length: frames - 1 }, (_, index) =>
          compose(`drop-after-frames:${index + 1}`, { stream: true }),
        ),
      );
      const song = await readSound(whole);
      // All that there is has come by then: nothing is missing, and nobody pays for it again.
      for (const fault of ["drop", "stall"]) {
        const done = await compose(`${fault}-after-frames:${frames}`, { stream: true });
        expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
        expect((await readSound(done)).equals(song)).toBe(true);
        await expectSentOnce(done);
      }
      for (const done of parts) {
        await expectPart(done, { code: "generation.ended-early" });
        const part = await readSound(done);
        expect(part.equals(song.subarray(0, part.length))).toBe(true);
      }
    },
  );

  it.each([
    ["ends inside a frame", "truncate", { code: "generation.ended-early" }],
    ["never sends its last frame", "no-last-frame", { code: "generation.ended-early" }],
    ["stalls", "stall-after-frames:2", { code: "generation.ended-early" }],
    ["has hex of odd length", "odd-hex", { code: "generation.ended-early" }],
    ["has hex with a bad character", "bad-hex", { code: "generation.ended-early" }],
    ["tells a fault of the service", "stream-error:1033", { serviceCode: 1033 }],
    ["tells that the words are sensitive", "stream-error:1026", { serviceCode: 1026 }],
    ["tells that there were too many requests", "stream-error:1002", { serviceCode: 1002 }],
  ])("keeps what had come of a stream that %s as a part", async (_what, fault, error) => {
    await expectPart(await compose(fault, { stream: true }), error);
  });

  it.each([
    ["is cut off", "truncate"],
    ["has a bad character in its hex", "bad-hex"],
    ["has hex of odd length", "odd-hex"],
  ])("keeps what had come of a whole answer that %s as a part", async (_what, fault) => {
    await expectPart(await compose(fault, { audio_setting: large }), { code: "generation.ended-early" });
  });

  it.each([
    ["a stream that stalls before it begins", "stall-after-frames:0", true, "timeout.idle"],
    ["a stream that is dropped before it begins", "drop-after-frames:0", true, "answer.truncated"],
    ["a stream whose data is null", "data-null", true, "answer.truncated"],
    ["a stream without any sound", "empty-result", true, "answer.shape"],
    ["a stream that is no JSON", "garbage", true, "answer.garbage"],
    ["data that is null", "data-null", false, "answer.shape"],
    ["a sound of 0 bytes", "empty-result", false, "answer.shape"],
    ["an answer that never comes", "drop-after", false, "network.lost"],
  ])("says of %s that nobody knows, and stores nothing", async (_what, fault, stream, code) => {
    const done = await compose(fault, { stream });
    expect(done).toMatchObject({ state: "unknown", error: { code }, outputs: [], counts: { stored: 0 } });
    await expectSentOnce(done);
  });

  it.each(["json-for-stream", "json-as-stream"])(
    "takes a whole song where a stream was asked for (%s)",
    async (fault) => {
      const done = await compose(fault, { stream: true });
      expect(done).toMatchObject({ state: "succeeded", error: null, counts: { stored: 1, partial: 0 } });
      expect(done.outputs).toHaveLength(1);
      expect(done.outputs[0]).not.toHaveProperty("partial");
    },
  );

  it.each([true, false])(
    "keeps both what is told of a song and what its file says (stream: %s)",
    async (stream) => {
      const done = await compose("other-rate", { stream });
      expect(done).toMatchObject({
        state: "succeeded",
        outputs: [{ sound: { sampleRateHz: 16_000, channels: 2 } }],
        facts: { extra_info: { music_sample_rate: 8_000 } },
      });
      const { facts } = describeSoundFacts(done.facts?.extra_info, done.outputs[0]);
      expect(facts.find(({ name }) => name === "sampleRate")).toMatchObject({
        value: 8_000,
        measured: 16_000,
      });
    },
  );

  it("takes a frame that is megabytes larger than the others", async () => {
    const done = await compose("large-frame:5", { stream: true });
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1, partial: 0 } });
  });

  it.each([
    ["has expired", "dead-links", "result.link-dead"],
    ["leads to a page", "garbage-links", "result.type"],
  ])("fails where the link of the song %s", async (_what, fault, code) => {
    const done = await compose(fault, { output_format: "url" });
    expect(done).toMatchObject({ state: "failed", error: { code }, outputs: [], counts: { failed: 1 } });
    await expectSentOnce(done);
  });

  it("sends again what was refused for now, since nothing was made", async () => {
    const done = await compose("1002x1", { stream: true });
    expect(done.state).toBe("succeeded");
    const attempts = await studio.test.database.attempt.findMany({
      where: { generationId: done.id },
      orderBy: { number: "asc" },
    });
    expect(attempts.map(({ state }) => state)).toEqual(["refused", "answered"]);
  });
});

async function readSound({ outputs: [output] }: GenerationDto): Promise<Buffer> {
  return collect(await openAsset(output!));
}

/** How many frames the song comes in, the last one included. */
async function countFrames(baseUrl: string): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/music_generation`, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key-good", "content-type": "application/json" },
    body: JSON.stringify({ model, prompt, lyrics, audio_setting, stream: true }),
  });
  return (await response.text()).split("\n").filter((line) => line.startsWith("data:")).length;
}
