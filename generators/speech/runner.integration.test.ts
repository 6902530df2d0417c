import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";

const model = "speech-2.6-hd";

describe("a speech generation from submit to store", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  const speak = async (input: Record<string, unknown>): Promise<GenerationDto> => {
    const { id } = await studio.submit({ model, ...input }, { generator: "speech" });
    return studio.waitForEnd(id);
  };
  const countBilled = async () => (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;

  it.each([
    ["mp3", "audio/mpeg"],
    ["flac", "audio/flac"],
    ["pcm", /^audio\/pcm/],
    ["wav", /^audio\/(x-)?wav/],
  ])("stores %s that comes in hex", async (format, mimeType) => {
    const done = await speak({
      text: "The light turns.",
      audio_setting: { format, sample_rate: 16000, channel: 2 },
    });
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      counts: { expected: 1, stored: 1, failed: 0 },
      usage: { characters: 16 },
      facts: {
        address: "primary",
        extra_info: {
          audio_format: format,
          audio_sample_rate: 16000,
          audio_channel: 2,
          usage_characters: 16,
        },
      },
    });
    expect(done.traceId).toBeTruthy();
    const [output] = done.outputs;
    expect(output).toMatchObject({
      role: "audio",
      index: 0,
      mimeType: expect.stringMatching(mimeType) as string,
    });
    const milliseconds = (done.facts!.extra_info as { audio_length: number }).audio_length;
    expect(Math.abs(output!.durationSeconds! * 1000 - milliseconds)).toBeLessThan(150);
  });

  it.each(["mp3", "flac", "pcm"])("stores a stream of %s once, without its repetition", async (format) => {
    const ask = (text: string, stream_options?: object) =>
      speak({
        text,
        stream: true,
        audio_setting: { format },
        ...(stream_options ? { stream_options } : {}),
      });
    const [streamed, excluded] = await Promise.all([
      ask("The keeper climbed the last stair."),
      ask("The keeper climbed the last stone.", { exclude_aggregated_audio: true }),
    ]);
    for (const done of [streamed, excluded]) {
      expect(done).toMatchObject({
        state: "succeeded",
        counts: { stored: 1, partial: 0 },
        usage: { characters: 34 },
      });
      expect(done.outputs).toHaveLength(1);
      const { audio_size, audio_length } = done.facts!.extra_info as Record<string, number>;
      expect(done.outputs[0]!.bytes).toBe(audio_size);
      expect(Math.abs(done.outputs[0]!.durationSeconds! * 1000 - audio_length!)).toBeLessThan(150);
      expect(done.live).toBeUndefined();
    }
    expect(excluded.facts).not.toHaveProperty("repeat");
    // A FLAC header holds the length, so the header of the whole file differs from that of the stream.
    if (format !== "flac") expect(streamed.facts).not.toHaveProperty("repeat");
  });

  it("keeps what raw sound is, since its bytes do not say it", async () => {
    const { outputs } = await speak({ text: "Raw.", stream: true, audio_setting: { format: "pcm" } });
    expect(outputs[0]!.facts).toMatchObject({
      rawAudio: { encoding: "s16le", sampleRateHz: 32000, channels: 1 },
    });
  });

  it("fetches a sound that comes as a link", async () => {
    const done = await speak({ text: "By link.", output_format: "url", audio_setting: { format: "pcm" } });
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect(done.outputs[0]).toMatchObject({
      mimeType: expect.stringMatching(/^audio\/pcm/) as string,
      facts: { rawAudio: { sampleRateHz: 32000 } },
    });
  });

  it("stores the sentences with their times beside the sound", async () => {
    const done = await speak({
      text: "The first sentence. The second sentence.",
      subtitle_enable: true,
      aigc_watermark: true,
    });
    expect(done.state).toBe("succeeded");
    expect(done.outputs.map(({ role }) => role).sort()).toEqual(["audio", "subtitle"]);
    expect(done.counts).toMatchObject({ expected: 1, stored: 1 });
  });

  it("sends every field unchanged", async () => {
    const done = await speak({
      text: "Everything <#0.5#> at once.",
      stream: true,
      stream_options: { exclude_aggregated_audio: false },
      voice_setting: {
        voice_id: "English_Graceful_Lady",
        speed: 1.2,
        vol: 2,
        pitch: 1,
        emotion: "whisper",
      },
      audio_setting: { sample_rate: 44100, bitrate: 64000, format: "mp3", channel: 2 },
      pronunciation_dict: { tone: ["once/wʌns"] },
      timber_weights: [
        { voice_id: "English_Graceful_Lady", weight: 60 },
        { voice_id: "English_Aussie_Bloke", weight: 40 },
      ],
      language_boost: "English",
      voice_modify: { pitch: 10, intensity: -10, timbre: 5, sound_effects: "spacious_echo" },
      subtitle_enable: false,
      aigc_watermark: false,
      output_format: "hex",
    });
    expect(done).toMatchObject({ state: "succeeded", error: null });
    const { requests } = (await (await fetch(`${studio.sandbox.baseUrl}/__sandbox/requests`)).json()) as {
      requests: { requestId: string; unknownFields: string[] }[];
    };
    expect(requests.find(({ requestId }) => requestId === done.id)).toMatchObject({ unknownFields: [] });
  });

  it("takes fields without effect, keeps them, and says that they were not sent", async () => {
    const unsent = { subtitle_enable: true, output_format: "url", aigc_watermark: true };
    const done = await speak({ text: "The light turns.", stream: true, ...unsent });
    expect(done).toMatchObject({ state: "succeeded", error: null, input: { stream: true, ...unsent } });
    expect(done.notes).toEqual(
      [
        ["subtitle_enable", "stream-has-no-subtitles", "Not sent: streamed audio has no subtitles."],
        ["output_format", "stream-is-hex", "Not sent: a stream is always returned as hex."],
        ["aigc_watermark", "stream-has-no-watermark", "Not sent: streamed audio has no watermark."],
      ].map(([path, key, message]) => ({ path, key, values: {}, message })),
    );
    expect((await speak({ text: "The light turns.", subtitle_enable: true })).notes).toBeUndefined();
  });

  it.each([
    ["a voice nobody has", { text: "Hello", voice_setting: { voice_id: "Nobody" } }, 2042],
    ["text that cannot be spoken", { text: "a\u200b\u200b\u200b\u200b" }, 1042],
    ["a text the service will not speak", { text: "Hello [[fault:1026]]" }, 1026],
    ["an empty account", { text: "Hello [[fault:1008]]" }, 1008],
  ])(
    "ends a refusal of %s with its code and nothing billed, streamed or not",
    async (_what, input, serviceCode) => {
      const before = await countBilled();
      for (const stream of [false, true]) {
        const done = await speak({ ...input, stream });
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
