import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

/** The sandbox synthesizes songs note by note, which takes long. */
const timeoutMs = 90_000;
/** A very short song: its content does not matter here. */
const lyrics = "[Outro]\nla";

describe("a music generation from submit to store", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  const compose = async (input: Record<string, unknown>): Promise<GenerationDto> => {
    const { id } = await studio.submit(
      { model: "music-2.6", prompt: "dance, 180 bpm", lyrics, ...input },
      { generator: "music" },
    );
    return studio.waitFor(id, ({ state }) => isTerminal(state), timeoutMs);
  };
  const countBilled = async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;

  /** One sound with the reported length and sample rate. */
  function expectSong(done: GenerationDto, { sampleRate }: { sampleRate: number }) {
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      counts: { expected: 1, stored: 1, failed: 0, partial: 0 },
      facts: { extra_info: { music_sample_rate: sampleRate, music_channel: 2 } },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toHaveLength(1);
    const { music_duration, music_size } = done.facts!.extra_info as Record<string, number>;
    expect(done.outputs[0]!.bytes).toBe(music_size);
    expect(Math.abs(done.outputs[0]!.durationSeconds! * 1000 - music_duration!)).toBeLessThan(150);
    const { sound, facts } = done.outputs[0]!;
    expect(facts?.rawAudio ?? sound).toMatchObject({ sampleRateHz: sampleRate, channels: 2 });
  }

  describe.each([
    ["mp3", "audio/mpeg"],
    ["wav", /^audio\/(x-)?wav/],
    ["pcm", /^audio\/pcm/],
  ])("as %s", (format, mimeType) => {
    it.each([
      ["in the answer", {}],
      ["as a stream, without its repetition", { stream: true }],
      ["behind a link", { output_format: "url" }],
    ])("comes %s and is stored once", async (_how, how) => {
      const done = await compose({ ...how, audio_setting: { format, sample_rate: 24000, bitrate: 64000 } });
      expectSong(done, { sampleRate: 24000 });
      expect(done.outputs[0]).toMatchObject({
        role: "audio",
        index: 0,
        mimeType: expect.stringMatching(mimeType) as string,
      });
      expect(done.facts).not.toHaveProperty("repeat");
      expect(done.traceId).toBeTruthy();
    });
  });

  it("requests raw audio at a known rate, since its bytes do not contain one", async () => {
    const done = await compose({ stream: true, audio_setting: { format: "pcm" } });
    expectSong(done, { sampleRate: 44100 });
    expect(done.outputs[0]!.facts).toMatchObject({
      rawAudio: { encoding: "s16le", sampleRateHz: 44100, channels: 2 },
    });
  });

  it(
    "makes an instrumental, and a song whose words the service writes",
    { timeout: 2 * timeoutMs },
    async () => {
      const piece = await compose({ lyrics: undefined, is_instrumental: true });
      const written = await compose({
        lyrics: undefined,
        prompt: "sea shanty, 180 bpm",
        lyrics_optimizer: true,
        stream: true,
      });
      for (const done of [piece, written]) expect(done).toMatchObject({ state: "succeeded", error: null });
      expect(piece.outputs[0]!.sha256).not.toBe(written.outputs[0]!.sha256);
    },
  );

  it("sends every field unchanged", async () => {
    const done = await compose({
      model: "music-3.0",
      stream: false,
      output_format: "hex",
      audio_setting: { sample_rate: 44100, bitrate: 256000, format: "mp3" },
      aigc_watermark: true,
      lyrics_optimizer: false,
      is_instrumental: false,
    });
    expect(done).toMatchObject({ state: "succeeded", error: null });
    const requests = await studio.sandbox.readRequests();
    expect(requests.find(({ requestId }) => requestId === done.id)).toMatchObject({
      unknownFields: [],
      model: "music-3.0",
    });
  });

  it.each([
    ["lyrics the service will not sing", { lyrics: `${lyrics} [[fault:1026]]` }, 1026],
    ["an empty account", { lyrics: `${lyrics} [[fault:1008]]` }, 1008],
    ["a model that is not on the plan", { lyrics: `${lyrics} [[fault:2061]]` }, 2061],
  ])(
    "ends a refusal of %s with its code and nothing billed, streamed or not",
    async (_what, input, serviceCode) => {
      const before = await countBilled();
      for (const stream of [false, true]) {
        const done = await compose({ ...input, stream });
        expect(done).toMatchObject({
          state: "failed",
          error: { serviceCode, made: "nothing" },
          outputs: [],
          counts: { stored: 0 },
        });
        expect(done.error!.traceId).toBeTruthy();
      }
      expect(await countBilled()).toBe(before);
    },
  );
});
