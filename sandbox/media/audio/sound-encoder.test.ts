import { parseBuffer } from "music-metadata";
import { describe, expect, it } from "vitest";
import { decodeSound } from "./decode-sound.ts";
import { createSoundEncoder } from "./sound-encoder.ts";
import { resample } from "./sound.ts";
import type { SpeechFormat } from "../../rules/speech-rules.ts";

const SECONDS = 1;
const HERTZ = 440;

function makeTone(sampleRate: number, hertz = HERTZ): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: SECONDS * sampleRate },
    (_unused, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  );
}

/** How strong a frequency is in a sound: about 0.5 for the tone itself. */
function measure(samples: Float32Array, sampleRate: number, hertz: number): number {
  const step = (2 * Math.PI * hertz) / sampleRate;
  let [sine, cosine] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    sine += sample * Math.sin(step * index);
    cosine += sample * Math.cos(step * index);
  }
  return (2 * Math.hypot(sine, cosine)) / samples.length;
}

async function encode(format: SpeechFormat, sampleRate: number, channels: 1 | 2): Promise<Buffer> {
  const encoder = await createSoundEncoder({ format, sampleRate, channels, mp3Bitrate: 128_000 });
  const tone = makeTone(sampleRate);
  const pieces: Buffer[] = [];
  for (let start = 0; start < tone.length; start += 5000) {
    const piece = tone.subarray(start, start + 5000);
    pieces.push(encoder.encode(channels === 2 ? [piece, piece.map((sample) => -sample)] : [piece]));
  }
  const { tail, header } = encoder.finish();
  const bytes = Buffer.concat([...pieces, tail]);
  header?.copy(bytes);
  return bytes;
}

describe("encoders", () => {
  const rates = [8000, 16000, 22050, 24000, 32000, 44100];
  it.each(
    (["mp3", "wav", "flac", "pcmu_wav"] as const).flatMap((format) =>
      rates.flatMap((rate) => [[format, rate, 1] as const, [format, rate, 2] as const]),
    ),
  )("keep the tone, the rate and the channels: %s, %i Hz, %i", async (format, sampleRate, channels) => {
    const bytes = await encode(format, sampleRate, channels);
    const { format: facts } = await parseBuffer(bytes);
    expect(facts).toMatchObject({ sampleRate, numberOfChannels: channels });
    const sound = await decodeSound(bytes);
    expect(sound?.sampleRate).toBe(sampleRate);
    const seconds = (sound?.channels[0]?.length ?? 0) / sampleRate;
    // The FLAC decoder can lose the last block of 4096 samples.
    expect(Math.abs(seconds - SECONDS)).toBeLessThan(0.3);
    for (const channel of sound?.channels ?? []) {
      const samples = channel.subarray(0.1 * sampleRate, 0.7 * sampleRate);
      expect(measure(samples, sampleRate, HERTZ)).toBeGreaterThan(0.42);
      expect(measure(samples, sampleRate, HERTZ * 1.5)).toBeLessThan(0.02);
    }
  });

  it("has no MP3 rates above those of MPEG-2 at low sample rates", async () => {
    const bitrateAt = async (sampleRate: number) => {
      const shape = { format: "mp3", sampleRate, channels: 1, mp3Bitrate: 256_000 } as const;
      return (await createSoundEncoder(shape)).bitrate;
    };
    expect(await Promise.all(rates.map(bitrateAt))).toEqual([
      ...[64_000, 160_000, 160_000, 160_000],
      ...[256_000, 256_000],
    ]);
  });

  it("encodes FLAC losslessly, with its length", async () => {
    const bytes = await encode("flac", 32_000, 2);
    expect(bytes.byteLength).toBeLessThan(1.01 * SECONDS * 32_000 * 4);
    const sound = await decodeSound(bytes);
    const tone = makeTone(32_000);
    const deviation = tone.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - (sound?.channels[0]?.[index] ?? 9))),
      0,
    );
    expect(deviation).toBeLessThan(2 / 32_768);
    const { format } = await parseBuffer(bytes, undefined, { duration: true });
    expect(format.duration).toBe(SECONDS);
  });

  it("encodes Opus at 48 kHz with the same length", async () => {
    const sound = await decodeSound(await encode("opus", 24_000, 1));
    expect(sound?.sampleRate).toBe(48_000);
    expect(Math.abs((sound?.channels[0]?.length ?? 0) / 48_000 - SECONDS)).toBeLessThan(0.1);
    expect(measure(sound?.channels[0] ?? new Float32Array(), 48_000, HERTZ)).toBeGreaterThan(0.4);
  });
});

describe("resample", () => {
  it.each([
    [22_050, 8000],
    [22_050, 16_000],
    [22_050, 32_000],
    [22_050, 44_100],
    [44_100, 16_000],
  ])("resamples without aliasing: %i to %i", (from, to) => {
    const low = resample(makeTone(from, 1000), from, to);
    expect(low).toHaveLength(Math.round((SECONDS * from * to) / from));
    expect(measure(low, to, 1000)).toBeCloseTo(0.5, 2);
    const tooHigh = Math.min(to * 0.56, from * 0.45);
    if (tooHigh > to / 2) {
      const folded = resample(makeTone(from, tooHigh), from, to);
      const peak = folded.subarray(100, -100).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect(peak).toBeLessThan(0.02);
    }
  });
});
