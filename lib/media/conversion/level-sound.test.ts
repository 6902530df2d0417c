import { describe, expect, it } from "vitest";
import type { DecodedSound } from "../peaks/decode/sound-decoder";
import { measureLoudness, measureTruePeak } from "../testing/measure-sound";
import { findLevelling, levelSound } from "./level-sound";

/** A beat: short loud bursts over a quiet tone, different in both channels. */
function createBeat(sampleRateHz: number, seconds: number, channels: 1 | 2): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: channels }, (_channel, number) =>
    Float32Array.from({ length: sampleRateHz * seconds }, (_sample, index) => {
      const time = index / sampleRateHz;
      const beat = Math.exp(-40 * (time % 0.5));
      const tone = 0.08 * Math.sin(2 * Math.PI * 440 * time);
      return tone + 0.85 * beat * Math.sin(2 * Math.PI * (180 + 40 * number) * time);
    }),
  );
}

async function* inPieces(
  channelData: readonly Float32Array[],
  sampleRateHz: number,
): AsyncGenerator<DecodedSound> {
  for (let at = 0; at < channelData[0]!.length; at += 4_999) {
    const piece = channelData.map((channel) => Float32Array.from(channel.subarray(at, at + 4_999)));
    yield await Promise.resolve({ channelData: piece, sampleRateHz });
  }
}

async function level(channelData: readonly Float32Array[], sampleRateHz: number, loudnessLufs: number) {
  const read = () => inPieces(channelData, sampleRateHz);
  const levelling = await findLevelling(read, { loudnessLufs, ceilingDb: -1.05 });
  const pieces = await Array.fromAsync(levelSound(read(), levelling));
  const levelled = channelData.map((_channel, index) =>
    Float32Array.from(pieces.flatMap((piece) => [...piece.channelData[index]!])),
  );
  return { levelling, channelData: levelled };
}

describe("levelling", () => {
  it.each([
    [44_100, 2, -14],
    [44_100, 2, -16],
    [48_000, 1, -14],
    [16_000, 1, -16],
    [8_000, 1, -16],
  ] as const)(
    "limits peaks and meets the loudness: %i Hz, %i channels, %i LUFS",
    async (rate, channels, lufs) => {
      const before = createBeat(rate, 8, channels);
      const { levelling, channelData } = await level(before, rate, lufs);
      expect(levelling.ceiling).not.toBeNull();
      expect(channelData[0]!.length).toBe(before[0]!.length);
      expect(Math.abs(measureLoudness({ channelData, sampleRateHz: rate }) - lufs)).toBeLessThan(0.2);
      expect(measureTruePeak({ channelData, sampleRateHz: rate })).toBeLessThanOrEqual(-1);
    },
  );

  it("only lowers loud sound: nothing is limited", async () => {
    const before = createBeat(32_000, 4, 2).map((channel) => channel.map((sample) => sample * 1.05));
    const { levelling, channelData } = await level(before, 32_000, -30);
    expect(levelling.ceiling).toBeNull();
    expect(levelling.gain).toBeLessThan(1);
    channelData[1]!.forEach((sample, index) => {
      if (Math.abs(sample - before[1]![index]! * levelling.gain) > 1e-6) throw new Error(`Sample ${index}`);
    });
  });

  it("does not move or cut what it limits", async () => {
    const before = createBeat(24_000, 3, 1);
    const { channelData } = await level(before, 24_000, -14);
    const scores = [-2, -1, 0, 1, 2].map((shift) =>
      before[0]!.reduce((sum, sample, index) => sum + sample * (channelData[0]![index + shift] ?? 0), 0),
    );
    expect(scores.indexOf(Math.max(...scores))).toBe(2);
    expect(Math.abs(channelData[0]!.at(-1)!)).toBeGreaterThan(0);
  });

  it("leaves silence and a click alone", async () => {
    for (const channel of [new Float32Array(20_000), createBeat(8_000, 1, 1)[0]!.subarray(0, 2_000)]) {
      const { channelData } = await level([channel], 8_000, -14);
      expect([...channelData[0]!]).toEqual([...channel]);
    }
  });
});
