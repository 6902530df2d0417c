import { describe, expect, it } from "vitest";
import { LoudnessMeter } from "./loudness-meter";
import { toDecibels, TruePeakReader } from "./true-peak";

interface Section {
  /** Peak level of a sine in dBFS. */
  dbfs: number;
  seconds: number;
}

const steps = (levels: readonly [number, number][]): Section[] =>
  levels.map(([dbfs, seconds]) => ({ dbfs, seconds }));

/** A sine of 1 kHz in both channels, as EBU Tech 3341 defines its test signals. */
function createSine(sections: readonly Section[], sampleRateHz = 48_000): Float32Array<ArrayBuffer>[] {
  const counts = sections.map(({ seconds }) => Math.round(seconds * sampleRateHz));
  const channel = new Float32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const [index, { dbfs }] of sections.entries()) {
    for (const end = at + counts[index]!; at < end; at += 1) {
      channel[at] = 10 ** (dbfs / 20) * Math.sin((2 * Math.PI * 1_000 * at) / sampleRateHz);
    }
  }
  return [channel, channel];
}

function measure(channelData: readonly Float32Array[], sampleRateHz: number, pieceSamples = 10_007) {
  const meter = new LoudnessMeter({ sampleRateHz, channels: channelData.length });
  for (let at = 0; at < (channelData[0]?.length ?? 0); at += pieceSamples) {
    meter.add(channelData.map((channel) => channel.subarray(at, at + pieceSamples)));
  }
  return meter.measure();
}

describe("LoudnessMeter", () => {
  // EBU Tech 3341, table 1, cases 1 to 5; each has a tolerance of 0.1 LU.
  it.each([
    ["a sine of -23 dBFS", steps([[-23, 20]]), -23],
    ["a sine of -33 dBFS", steps([[-33, 20]]), -33],
    [
      "three levels, of which the relative gate leaves the middle",
      steps([
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ]),
      -23,
    ],
    [
      "five levels, of which the absolute gate leaves the middle",
      steps([
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ]),
      -23,
    ],
    [
      "three levels that all pass the gates",
      steps([
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ]),
      -23,
    ],
  ])("measures %s", (_name, sections, expected) => {
    expect(Math.abs(measure(createSine(sections), 48_000)! - expected)).toBeLessThanOrEqual(0.1);
  });

  // Mono and stereo by libebur128 (ebur128-wasm 3.0.0).
  it.each([
    [8_000, -20.574, -16.301],
    [11_025, -20.482, -16.216],
    [16_000, -20.514, -16.262],
    [22_050, -20.521, -16.271],
    [24_000, -20.51, -16.269],
    [32_000, -20.512, -16.277],
    [44_100, -20.527, -16.29],
    [48_000, -20.535, -16.295],
  ])("agrees with libebur128 at %i Hz, in mono and stereo", (sampleRateHz, mono, stereo) => {
    const [left] = createSine(
      steps([
        [-30, 1.3],
        [-12, 2],
        [-60, 1],
        [-20, 3],
      ]),
      sampleRateHz,
    );
    // With noise, so that all frequencies count.
    let seed = 1;
    const noisy = left!.map((sample) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return sample * (0.5 + seed / 4_294_967_296);
    });
    expect(Math.abs(measure([noisy], sampleRateHz)! - mono)).toBeLessThan(0.05);
    expect(Math.abs(measure([noisy, left!], sampleRateHz)! - stereo)).toBeLessThan(0.05);
  });

  it("has no loudness for silence, pauses below -70 LUFS and less than 400 ms", () => {
    expect(measure([new Float32Array(48_000)], 48_000)).toBeNull();
    expect(measure(createSine(steps([[-75, 5]])), 48_000)).toBeNull();
    expect(measure(createSine(steps([[-20, 0.39]])), 48_000)).toBeNull();
    expect(measure([new Float32Array(0)], 48_000)).toBeNull();
  });
});

describe("TruePeakReader", () => {
  it("finds peaks between samples", () => {
    // A quarter of the rate at 45 degrees: samples are 3 dB below the peaks (EBU Tech 3341, case 17).
    const channel = Float32Array.from(
      { length: 48_000 },
      (_, index) => 0.5 * Math.sin((Math.PI / 2) * index + Math.PI / 4),
    );
    const reader = new TruePeakReader();
    const peak = channel.reduce((highest, sample) => Math.max(highest, reader.read(sample)), 0);
    const found = toDecibels(peak);
    expect(found).toBeGreaterThan(-6.4);
    expect(found).toBeLessThan(-5.8);
    // -5.92 by libebur128.
    expect(Math.abs(found + 5.92)).toBeLessThan(0.2);
  });
});
