import { describe, expect, it } from "vitest";
import { addSecondBeeps, BEEP_HERTZ } from "./second-beeps.ts";

const sampleRate = 16_000;

/** Where a tone of the beeps' pitch is heard, as [from, to] in milliseconds. */
function findBeeps(samples: Float32Array): [number, number][] {
  const hop = sampleRate / 200;
  const heard: [number, number][] = [];
  for (let place = 0; place + hop <= samples.length; place += hop) {
    let [sine, cosine] = [0, 0];
    for (let index = place; index < place + hop; index += 1) {
      const angle = (2 * Math.PI * BEEP_HERTZ * index) / sampleRate;
      sine += samples[index]! * Math.sin(angle);
      cosine += samples[index]! * Math.cos(angle);
    }
    if (Math.hypot(sine, cosine) / hop < 0.02) continue;
    const [from, to] = [
      Math.round((place / sampleRate) * 1_000),
      Math.round(((place + hop) / sampleRate) * 1_000),
    ];
    const before = heard.at(-1);
    if (before?.[1] === from) before[1] = to;
    else heard.push([from, to]);
  }
  return heard;
}

describe("beeps", () => {
  it("are at each full second, longer at each tenth, whatever the pieces are", () => {
    const whole = new Float32Array(sampleRate * 21);
    const beeps = findBeeps(addSecondBeeps([whole], 0, sampleRate)[0]!);
    expect(beeps.map(([from]) => from)).toEqual(
      Array.from({ length: 20 }, (_none, index) => (index + 1) * 1_000),
    );
    expect(beeps.map(([from, to]) => to - from)).toEqual(
      Array.from({ length: 20 }, (_none, index) => ((index + 1) % 10 === 0 ? 200 : 50)),
    );
    const pieces: number[] = [];
    for (let start = 0; start < whole.length; start += 7_001) {
      pieces.push(...addSecondBeeps([whole.subarray(start, start + 7_001)], start, sampleRate)[0]!);
    }
    expect(Float32Array.from(pieces)).toEqual(addSecondBeeps([whole], 0, sampleRate)[0]);
  });

  it("leave what they are added to alone, never clip, and are in both channels once", () => {
    const loud = new Float32Array(sampleRate * 2).fill(1);
    const [left, right] = addSecondBeeps([loud, loud], 0, sampleRate);
    expect(loud.every((sample) => sample === 1)).toBe(true);
    expect(left!.every((sample) => sample <= 1)).toBe(true);
    expect(right).toEqual(left);
  });
});
