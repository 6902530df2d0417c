import { describe, expect, it } from "vitest";
import { type MusicPart, renderSong } from "@/sandbox/media/music/render-song";
import { BeatFinder } from "./find-beats";

const sampleRateHz = 8_000;

function findBeats(samples: Float32Array): number[] {
  const finder = new BeatFinder(sampleRateHz);
  // As it comes from a decoder, in blocks that don't match its steps.
  for (let at = 0; at < samples.length; at += 1_152) {
    const block = samples.subarray(at, at + 1_152);
    finder.add(block, block);
  }
  return finder.find();
}

/** Always the same noise, from -1 to 1. */
function makeNoise(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A drum at each of some times, over a quiet hiss. */
function drum(times: readonly number[], seconds: number): Float32Array {
  const noise = makeNoise();
  const samples = Float32Array.from({ length: seconds * sampleRateHz }, () => 0.004 * noise());
  for (const time of times) {
    const from = Math.round(time * sampleRateHz);
    for (let index = from; index < Math.min(from + 1_600, samples.length); index += 1) {
      const after = (index - from) / sampleRateHz;
      samples[index]! += 0.7 * Math.exp(-after * 25) * Math.sin(2 * Math.PI * 90 * after);
    }
  }
  return samples;
}

const every = (gap: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / gap) + 1 }, (_, index) => from + index * gap);

const distanceTo = (times: readonly number[]) => (beat: number) =>
  Math.min(...times.map((time) => Math.abs(time - beat)));

describe("beats", () => {
  it.each([72, 97, 120, 143])("are where the drum of %d beats a minute is", (tempo) => {
    const times = every(60 / tempo, 0.37, 29);
    const beats = findBeats(drum(times, 30));
    expect(beats.length).toBeGreaterThan(times.length * 0.9);
    // A frame of 24 a second has 42 ms.
    expect(Math.max(...beats.map(distanceTo(times)))).toBeLessThan(0.021);
  });

  it("follow a drummer who gets faster", () => {
    const times = [0.2];
    while (times.at(-1)! < 29) times.push(times.at(-1)! + 0.56 - times.at(-1)! * 0.003);
    const beats = findBeats(drum(times, 30));
    expect(beats.length).toBeGreaterThan(times.length * 0.9);
    expect(beats.map(distanceTo(times)).filter((distance) => distance > 0.021)).toEqual([]);
  });

  it("are those of a song with chords and a voice", () => {
    const song: MusicPart = {
      prompt: "Indie pop, 120 bpm",
      lyrics: "[Verse]\nHarbour lights are low\nWaves remember where to go",
      isInstrumental: false,
      seed: "music-3.0",
      cover: null,
      maximumSeconds: null,
      hasWatermark: false,
    };
    const finder = new BeatFinder(sampleRateHz);
    for (const [left, right] of renderSong(song, sampleRateHz)) finder.add(left!, right ?? left!);
    const beats = finder.find();
    const onBeat = beats.filter((beat) => distanceTo(every(0.5, 0, 60))(beat) < 0.021);
    expect(onBeat.length).toBeGreaterThan(beats.length * 0.85);
    expect(beats.length).toBeGreaterThan(30);
  });

  it.each([
    ["silence", () => 0],
    ["a tone", (index: number) => 0.5 * Math.sin(index * 0.3)],
    ["noise", makeNoise()],
  ])("are not found in %s", (_what, sample) => {
    expect(findBeats(Float32Array.from({ length: 20 * sampleRateHz }, (_, index) => sample(index)))).toEqual(
      [],
    );
  });

  it("are not found in words, which have no tempo", () => {
    const times = [0.1];
    // Between 0.15 and 0.75 s apart, never twice the same.
    for (let index = 1; times.at(-1)! < 29; index += 1) {
      times.push(times.at(-1)! + 0.15 + 0.6 * ((index * 0.618_034) % 1));
    }
    expect(findBeats(drum(times, 30))).toEqual([]);
  });

  it("are none in no sound", () => expect(new BeatFinder(48_000).find()).toEqual([]));
});
