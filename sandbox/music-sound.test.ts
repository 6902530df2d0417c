import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeSound } from "./media/audio/decode-sound.ts";
import { createSoundEncoder } from "./media/audio/sound-encoder.ts";
import type { Sound } from "./media/audio/sound.ts";
import { analyseSound } from "./media/music/analyse-sound.ts";
import { INSTRUMENTS } from "./media/music/instruments.ts";
import { type CoverModel, type MusicPart, renderSong } from "./media/music/render-song.ts";
import { createWorkshop } from "./media/workshop.ts";
import { isSameSound, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/music_generation";
const PREPROCESS = "/v1/music_cover_preprocess";
const client = prepareSandbox();
const song: MusicPart = {
  prompt: "Indie pop, 120 bpm",
  lyrics:
    "[Verse]\nHarbour lights are low\nWaves remember where to go\n[Chorus]\nCarry me over\nThe water tonight",
  isInstrumental: false,
  seed: "music-3.0",
  cover: null,
  maximumSeconds: null,
  hasWatermark: false,
};

function render(change: Partial<MusicPart> = {}, sampleRate = 8000): Sound {
  const blocks = [...renderSong({ ...song, ...change }, sampleRate)];
  const channels = [0, 1].map((channel) => {
    const parts = blocks.map((block) => block[channel] ?? new Float32Array());
    const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let place = 0;
    for (const part of parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  });
  return { sampleRate, channels };
}

const plain = render();
const left = (sound: Sound) => sound.channels[0] ?? new Float32Array();
const right = (sound: Sound) => sound.channels[1] ?? new Float32Array();
const secondsOf = (sound: Sound) => left(sound).length / sound.sampleRate;
const peakOf = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

function loudnessOf(sound: Sound, from = 0, to = secondsOf(sound)): number {
  const part = left(sound).subarray(from * sound.sampleRate, to * sound.sampleRate);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

describe("a composed piece", { timeout: 60_000 }, () => {
  it("ends with a chord before the given length", () => {
    const short = render({ maximumSeconds: 8 });
    expect(secondsOf(short)).toBeLessThanOrEqual(8);
    expect(loudnessOf(short, 3, 5)).toBeGreaterThan(0.01);
  });

  const prompts = [
    "warm folk",
    "house 124 bpm",
    "lo-fi",
    "rock",
    "jazz",
    "ambient",
    "soul",
    "piano ballad, sad",
  ];

  it.each(prompts)("is audible, without clipping or gaps, in stereo: %s", (prompt) => {
    const sound = render({ prompt, lyrics: "[Verse]\nHarbour lights are low" });
    expect(loudnessOf(sound)).toBeGreaterThan(0.04);
    expect(Math.max(...sound.channels.map(peakOf))).toBeLessThan(0.98);
    expect(left(sound).every(Number.isFinite)).toBe(true);
    const difference = left(sound).reduce(
      (sum, sample, index) => sum + Math.abs(sample - (right(sound)[index] ?? 0)),
      0,
    );
    expect(difference / left(sound).length).toBeGreaterThan(0.003);
    const silentSeconds = Array.from(
      { length: Math.floor(secondsOf(sound)) - 3 },
      (_unused, second) => second,
    ).filter((second) => loudnessOf(sound, second, second + 1) < 0.003);
    expect(silentSeconds).toEqual([]);
  });

  it("is the same for the same words, and different for others", () => {
    const lyrics = "[Outro]\nla";
    const piece = left(render({ lyrics }));
    const isSameWith = (change: Partial<MusicPart>) =>
      isSameSound(left(render({ lyrics, ...change })), piece);
    expect(isSameWith({})).toBe(true);
    expect(isSameWith({ seed: "music-2.6" })).toBe(false);
    expect(isSameWith({ prompt: "Indie pop, 120 bpm, sad" })).toBe(false);
  });

  it("keeps the requested tempo, and is louder in its chorus", () => {
    const sound = plain;
    expect(analyseSound(sound).beatsPerMinute).toBeCloseTo(120, -0.5);
    // An intro of 2 bars, a verse and a chorus of 4 each, at 2 seconds a bar.
    expect(loudnessOf(sound, 12, 20)).toBeGreaterThan(loudnessOf(sound, 4, 12) * 1.1);
    expect(loudnessOf(sound, 4, 12)).toBeGreaterThan(loudnessOf(sound, 0, 4) * 1.2);
  });

  it("grows with its lyrics, and sings only where there are words", () => {
    const longer = render({ lyrics: `${song.lyrics}\n[Solo]\n[Bridge]\nOne more line\nAnd another` }, 1000);
    expect(secondsOf(longer)).toBeGreaterThan(secondsOf(plain) + 15);
    const silentVoice = render({ isInstrumental: true });
    expect(secondsOf(silentVoice)).toBe(secondsOf(plain));
    expect(isSameSound(left(silentVoice), left(plain))).toBe(false);
  });

  it("never grows beyond four minutes and a few bars", () => {
    const lyrics = Array.from({ length: 12 }, () => `[Verse]\n${"la la la la\n".repeat(12)}`).join("\n");
    expect(secondsOf(render({ lyrics }, 500))).toBeLessThan(320);
  });

  it.each(["guitar", "bass", "keys", "pad", "lead", "flute", "voice"] as const)(
    "plays its %s in tune",
    (instrument) => {
      const sampleRate = 44_100;
      const strengthAt = (samples: Float32Array, hertz: number) => {
        let [sine, cosine] = [0, 0];
        for (const [index, sample] of samples.entries()) {
          sine += sample * Math.sin((2 * Math.PI * hertz * index) / sampleRate);
          cosine += sample * Math.cos((2 * Math.PI * hertz * index) / sampleRate);
        }
        return Math.hypot(sine, cosine);
      };
      const tone = { hertz: 220, seconds: 1, vowel: "a" };
      const samples = INSTRUMENTS[instrument].play(tone, sampleRate).subarray(0.2 * sampleRate);
      const semitone = 2 ** (1 / 12);
      const own = strengthAt(samples, 220);
      expect(own).toBeGreaterThan(strengthAt(samples, 220 * semitone) * 2.5);
      expect(own).toBeGreaterThan(strengthAt(samples, 220 / semitone) * 2.5);
    },
  );
});

const model: CoverModel = {
  durationSeconds: 41.3,
  beatsPerMinute: 96,
  root: 2,
  mode: "minor",
  segments: [
    { start: 0, end: 8, label: "intro" },
    { start: 8, end: 24, label: "verse" },
    { start: 24, end: 36, label: "chorus" },
    { start: 36, end: 41.3, label: "outro" },
  ],
};

describe("a cover", { timeout: 60_000 }, () => {
  it("keeps the length, tempo and key of its reference in any style", () => {
    for (const prompt of ["slow jazz", "fast house, 128 bpm"]) {
      const sound = render({ prompt, cover: model });
      expect(secondsOf(sound)).toBeCloseTo(41.3, 2);
      expect(loudnessOf(sound, 38, 39)).toBeGreaterThan(0.005);
      expect(peakOf(left(sound).subarray(-200))).toBeLessThan(0.01);
      const heard = analyseSound(sound);
      expect([48, 64, 96, 144, 192].some((tempo) => Math.abs(heard.beatsPerMinute - tempo) < 1.5)).toBe(true);
    }
  });

  it("follows the analysed sound", async () => {
    const reference = render({ cover: { ...model, durationSeconds: 30 } });
    const encoder = await createSoundEncoder({
      format: "flac",
      sampleRate: 8000,
      channels: 2,
      mp3Bitrate: 0,
    });
    const body = encoder.encode(reference.channels);
    const { tail, header } = encoder.finish();
    const bytes = Buffer.concat([body, tail]);
    header?.copy(bytes);
    const analysed = await client.post(PREPROCESS, {
      model: "music-cover",
      audio_base64: bytes.toString("base64"),
    });
    expect(messageOf(analysed)).toBe("success");
    expect(analysed.body.audio_duration).toBeCloseTo(30, 2);
    const { segments, num_segments } = JSON.parse(analysed.body.structure_result as string) as {
      num_segments: number;
      segments: { start: number; end: number; label: string }[];
    };
    expect(num_segments).toBe(segments.length);
    expect(segments[0]?.start).toBe(0);
    expect(segments.at(-1)?.end).toBeCloseTo(30, 1);
    for (const [index, segment] of segments.entries()) {
      expect(segment.end).toBeGreaterThan(segment.start);
      if (index > 0) expect(segment.start).toBe(segments[index - 1]?.end);
    }
    const lyrics = analysed.body.formatted_lyrics as string;
    expect(lyrics.length).toBeGreaterThan(9);
    expect(lyrics.length).toBeLessThanOrEqual(1000);
    const made = await client.post(PATH, {
      model: "music-cover",
      prompt: "A slow late night soul version",
      lyrics,
      cover_feature_id: analysed.body.cover_feature_id,
      audio_setting: { sample_rate: 16000, format: "wav" },
    });
    const sound = await decodeSound(Buffer.from((made.body.data as { audio: string }).audio, "hex"));
    expect(secondsOf(sound ?? { sampleRate: 1, channels: [] })).toBeCloseTo(30, 1);
  });

  it("finds silence, and treats undecodable audio as a usual song", async () => {
    const { sampleRate } = plain;
    const loud = left(plain).subarray(sampleRate * 8, sampleRate * 20);
    const withPause = new Float32Array(sampleRate * 28);
    withPause.set(loud, 0);
    withPause.set(loud, sampleRate * 16);
    const { segments } = analyseSound({ sampleRate, channels: [withPause] });
    const silence = segments.find(({ label }) => label === "silence");
    expect(silence?.start).toBeCloseTo(12, -0.5);
    expect(silence?.end).toBeCloseTo(16, -0.5);
    const byAddress = await client.post(PREPROCESS, { model: "music-cover", audio_url: "https://a.b/c.mp3" });
    expect(byAddress.body.structure_result).toContain('"label":"bridge"');
  });
});

/** Composes and encodes fastest. */
const shortest = { prompt: "dance, 180 bpm", lyrics: "[Outro]\nla" };

describe("a song that is asked for", { timeout: 60_000 }, () => {
  it.each([
    [16_000, 256_000],
    [24_000, 32_000],
    [32_000, 256_000],
    [44_100, 32_000],
  ])("is an MP3 of %i Hz at %i bit/s", async (sample_rate, bitrate) => {
    const request = {
      model: "music-3.0",
      ...shortest,
      audio_setting: { sample_rate, bitrate },
    };
    const { body } = await client.post(PATH, request);
    const sound = await decodeSound(Buffer.from((body.data as { audio: string }).audio, "hex"));
    const extra = body.extra_info as Record<string, number>;
    expect(sound?.sampleRate).toBe(sample_rate);
    expect(loudnessOf(sound ?? { sampleRate: 1, channels: [] })).toBeGreaterThan(0.03);
    // MPEG-2 knows no rate above 160 kbit/s.
    expect(extra.bitrate).toBe(sample_rate <= 24_000 ? Math.min(bitrate, 160_000) : bitrate);
    const seconds = secondsOf(sound ?? { sampleRate: 1, channels: [] });
    expect(Math.abs(seconds * 1000 - (extra.music_duration ?? 0))).toBeLessThan(
      0.02 * (extra.music_duration ?? 0),
    );
  });

  it.each([
    ["wav", 16_000],
    ["pcm", 24_000],
    ["pcm", 32_000],
    ["wav", 44_100],
  ])("is %s of %i Hz", async (format, sample_rate) => {
    const request = { model: "music-2.6", ...shortest };
    const { body } = await client.post(PATH, { ...request, audio_setting: { sample_rate, format } });
    const bytes = Buffer.from((body.data as { audio: string }).audio, "hex");
    const extra = body.extra_info as Record<string, number>;
    const samples = format === "pcm" ? bytes : bytes.subarray(44);
    expect(bytes.toString("latin1", 0, 4) === "RIFF").toBe(format === "wav");
    expect(extra).toMatchObject({ music_sample_rate: sample_rate, music_size: bytes.byteLength });
    expect((samples.byteLength / 4 / sample_rate) * 1000).toBeCloseTo(extra.music_duration ?? 0, -0.5);
    const peak = samples.reduce((most, _byte, index) => {
      return index % 2 === 1 ? most : Math.max(most, Math.abs(samples.readInt16LE(index)));
    }, 0);
    expect(peak).toBeGreaterThan(8000);
    expect(peak).toBeLessThan(32_767);
  });

  it("is rejected with 1041 while 64 others are running", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-workshop-"));
    const closing = new AbortController();
    const workshop = createWorkshop(folder, closing.signal);
    const shape = { format: "wav", sampleRate: 8000, channels: 2, mp3Bitrate: 0 } as const;
    const making = Array.from({ length: 65 }, (_sound, index) => {
      const part = { ...song, seed: String(index) };
      return workshop.makeSound({ shape, content: { kind: "music", part } });
    });
    closing.abort(new Error("closed"));
    const reasons = (await Promise.allSettled(making)).map((made) =>
      made.status === "rejected" ? (made.reason as Error).message : "made",
    );
    expect(reasons.slice(0, 64)).toEqual(new Array(64).fill("closed"));
    expect(reasons[64]).toContain("1041");
    rmSync(folder, { recursive: true });
  });

  it("is streamed while it is composed", async () => {
    const lyrics = `[Verse]\n${"Harbour lights are turning low\n".repeat(8)}`;
    const response = await client.send(PATH, {
      model: "music-3.0",
      prompt: "pop",
      lyrics,
      stream: true,
      audio_setting: { sample_rate: 16000 },
    });
    const startedAt = performance.now();
    let firstAt: number | null = null;
    let text = "";
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      firstAt ??= performance.now() - startedAt;
      text += Buffer.from(chunk).toString();
    }
    const frames = text
      .trimEnd()
      .split("\n\n")
      .map((frame) => JSON.parse(frame.slice(6)) as { data: { status: number } });
    expect(frames.filter(({ data }) => data.status === 1).length).toBeGreaterThan(20);
    expect(frames.at(-1)?.data.status).toBe(2);
    expect(firstAt ?? Infinity).toBeLessThan((performance.now() - startedAt) / 2);
  });
});
