import { expect, it } from "vitest";
import { gainToShare } from "./level-line";
import { findFullLevel, listBars } from "./wave-bars";

/** Ten seconds: silent, and loud in the fifth one. */
const peaks = {
  levels: Array.from({ length: 1_000 }, (_, index) => (index >= 400 && index < 500 ? 200 : 0)),
  durationSeconds: 10,
};
const full = findFullLevel(peaks);
const one = () => 1;

it("draws the part of the sound that is heard", () => {
  expect(full).toBe(200);
  // A bar is a second.
  const options = { peaks, full, pxPerSecond: 4, gainAt: one };
  const loud = gainToShare(1);
  expect(listBars({ ...options, from: 0 }, 0, 10)).toEqual([0, 0, 0, 0, loud, 0, 0, 0, 0, 0]);
  expect(listBars({ ...options, from: 3 }, 0, 4)).toEqual([0, loud, 0, 0]);
  // The same bars, wherever drawing begins.
  expect(listBars({ ...options, from: 3 }, 1, 3)).toEqual([loud, 0]);
  // Nothing behind the end of the sound.
  expect(listBars({ ...options, from: 9 }, 0, 3)).toEqual([0, 0, 0]);
});

it("draws it as loud as it is heard", () => {
  const options = { peaks, full, pxPerSecond: 4, from: 4 };
  expect(listBars({ ...options, gainAt: () => 0.25 }, 0, 1)).toEqual([gainToShare(0.25)]);
  expect(listBars({ ...options, gainAt: (ms) => (ms === 500 ? 0 : 1) }, 0, 1)).toEqual([0]);
});

it("finds the loudest level of a bar however narrow it is", () => {
  const [bar] = listBars({ peaks, full, pxPerSecond: 4_000, from: 4.999, gainAt: one }, 0, 1);
  expect(bar).toBe(gainToShare(1));
});

it("keeps quiet sounds low", () => {
  expect(findFullLevel({ levels: [3, 4], durationSeconds: 1 })).toBe(48);
});
