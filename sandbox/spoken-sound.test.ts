import { describe, expect, it } from "vitest";
import { decodeSound } from "./media/audio/decode-sound.ts";
import { isSameSound, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/t2a_v2";
const client = prepareSandbox();
/** Has made nothing yet, so that it finds nothing made. */
const other = prepareSandbox();
const TEXT = "The harbour was quiet. A single lamp burned above the water; nobody spoke. Then the bell rang.";
const good = { model: "speech-2.6-hd", text: TEXT, audio_setting: { format: "wav", sample_rate: 16000 } };

const short = { text: "The harbour was quiet." };

interface Spoken {
  samples: Float32Array;
  sampleRate: number;
  seconds: number;
  extra: Record<string, number>;
  sentences: { text: string; time_begin: number; time_end: number }[];
}

async function speak(change: object, sandbox = client): Promise<Spoken> {
  const { body } = await sandbox.post(PATH, { ...good, subtitle_enable: true, ...change });
  const data = body.data as { audio: string; subtitle_file: string };
  const sound = await decodeSound(Buffer.from(data.audio, "hex"));
  const samples = sound?.channels[0] ?? new Float32Array();
  const sampleRate = sound?.sampleRate ?? 0;
  const sentences = (await (await fetch(data.subtitle_file)).json()) as Spoken["sentences"];
  const extra = body.extra_info as Record<string, number>;
  return { samples, sampleRate, seconds: samples.length / sampleRate, extra, sentences };
}

function loudnessOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Loudness between two moments in milliseconds. */
function loudnessWithin(spoken: Spoken, fromMs: number, toMs: number): number {
  const place = (moment: number) => Math.round((moment / 1000) * spoken.sampleRate);
  return loudnessOf(spoken.samples.subarray(place(fromMs), place(toMs)));
}

/** Longest run of silence in seconds. */
function longestSilence({ samples, sampleRate }: Spoken): number {
  let [longest, current] = [0, 0];
  for (const sample of samples) {
    current = Math.abs(sample) < 0.001 ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest / sampleRate;
}

/** Crossings of zero per second: a rough measure of how bright a sound is. */
function brightnessOf({ samples, seconds }: Spoken): number {
  return (
    samples.reduce((count, sample, index) => count + (sample * (samples[index - 1] ?? 0) < 0 ? 1 : 0), 0) /
    seconds
  );
}

describe("spoken words", () => {
  it("are audible, without clipping, and as long as extra_info and the subtitles say", async () => {
    const spoken = await speak({});
    expect(loudnessOf(spoken.samples)).toBeGreaterThan(0.05);
    expect(spoken.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.999);
    expect(spoken.seconds * 1000).toBeCloseTo(spoken.extra.audio_length ?? 0, -1);
    expect(spoken.seconds).toBeGreaterThan(4);
    expect(spoken.seconds).toBeLessThan(12);
    expect((await client.get("/__sandbox/health")).body.speech).toEqual({
      engine: "espeak-ng",
      reason: null,
    });
  });

  it("match the times of the subtitles, with silence between them", async () => {
    const spoken = await speak({});
    expect(spoken.sentences.map(({ text }) => text)).toEqual([
      "The harbour was quiet.",
      "A single lamp burned above the water; nobody spoke.",
      "Then the bell rang.",
    ]);
    for (const [index, { time_begin, time_end }] of spoken.sentences.entries()) {
      expect(loudnessWithin(spoken, time_begin, time_end)).toBeGreaterThan(0.04);
      const next = spoken.sentences[index + 1];
      if (next === undefined) continue;
      expect(next.time_begin).toBeGreaterThan(time_end + 200);
      expect(loudnessWithin(spoken, time_end + 5, next.time_begin - 5)).toBe(0);
    }
    expect(spoken.sentences.at(-1)?.time_end).toBeLessThanOrEqual(spoken.seconds * 1000 + 1);
  });

  it.each(["mp3", "flac", "wav"])("have the same length in %s", async (format) => {
    const whole = await speak({ audio_setting: { format, sample_rate: 32000 } });
    expect(Math.abs(whole.seconds * 1000 - (whole.extra.audio_length ?? 0))).toBeLessThan(
      0.02 * (whole.extra.audio_length ?? 0),
    );
    expect(loudnessOf(whole.samples)).toBeGreaterThan(0.05);
  });

  it("pause for as long as the marker says", async () => {
    const spoken = await speak({ text: "Wait for it <#1.75#> now." });
    expect(longestSilence(spoken)).toBeGreaterThanOrEqual(1.74);
    expect(longestSilence(spoken)).toBeLessThan(1.8);
  });

  it("are the same for the same request", async () => {
    const change = { voice_setting: { voice_id: "Charming_Lady" } };
    const { samples } = await speak(change);
    await speak({ text: "Something else before it." }, other);
    expect(isSameSound((await speak(change, other)).samples, samples)).toBe(true);
  });

  it("follow the settings of the voice", async () => {
    const normal = await speak(short);
    const slow = await speak({ ...short, voice_setting: { speed: 0.5 } });
    const fast = await speak({ ...short, voice_setting: { speed: 2 } });
    expect(slow.seconds).toBeGreaterThan(normal.seconds * 1.6);
    expect(fast.seconds).toBeLessThan(normal.seconds * 0.65);
    const quiet = await speak({ ...short, voice_setting: { vol: 0.2 } });
    const loud = await speak({ ...short, voice_setting: { vol: 5 } });
    expect(loudnessOf(quiet.samples)).toBeLessThan(loudnessOf(normal.samples) * 0.3);
    expect(loudnessOf(loud.samples)).toBeGreaterThan(loudnessOf(normal.samples) * 1.5);
  });

  it.each([
    ["another voice", { voice_setting: { voice_id: "English_Trustworthy_Man" } }],
    ["a pitch", { voice_setting: { pitch: 8 } }],
    ["an emotion", { voice_setting: { emotion: "sad" } }],
    ["a dictionary", { pronunciation_dict: { tone: ["harbour/library"] } }],
    [
      "a mix",
      {
        timber_weights: [
          { voice_id: "cute_boy", weight: 1 },
          { voice_id: "Santa_Claus", weight: 2 },
        ],
      },
    ],
    ["an effect", { voice_modify: { sound_effects: "auditorium_echo" } }],
    ["a timbre", { voice_modify: { timbre: -80 } }],
    ["a boosted language", { language_boost: "German", voice_setting: { voice_id: "English_Diligent_Man" } }],
    ["a watermark", { aigc_watermark: true }],
  ])("change with %s", async (_name, change) => {
    const [plain, changed] = [await speak(short), await speak({ ...short, ...change })];
    expect(loudnessOf(changed.samples)).toBeGreaterThan(0.01);
    expect(isSameSound(changed.samples, plain.samples)).toBe(false);
  });

  it("sound bright on a telephone and dark with a dark timbre", async () => {
    const [plain, dark] = [await speak(short), await speak({ ...short, voice_modify: { timbre: -100 } })];
    expect(brightnessOf(dark)).toBeLessThan(brightnessOf(plain) * 0.8);
  });

  it("are in the language of the voice", async () => {
    const voices = [
      "male-qn-qingse",
      "Japanese_KindLady",
      "Korean_SweetGirl",
      "Russian_ReliableMan",
      "Arabic_CalmWoman",
    ];
    const texts = [
      "你好，世界。",
      "こんにちは、せかい。",
      "안녕하세요, 세계.",
      "Привет, мир.",
      "مرحبا بالعالم.",
    ];
    for (const [index, voice_id] of voices.entries()) {
      const spoken = await speak({ text: texts[index], voice_setting: { voice_id } });
      expect(spoken.seconds).toBeGreaterThan(0.5);
      expect(spoken.seconds).toBeLessThan(4);
      expect(loudnessOf(spoken.samples)).toBeGreaterThan(0.03);
    }
  });
});
