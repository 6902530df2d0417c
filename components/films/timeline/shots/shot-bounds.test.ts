import { describe, expect, it } from "vitest";
import { placeShots } from "@/lib/films/lay-out-film";
import { makeShot } from "@/lib/films/testing/make-shots";
import { findBounds, findCut, findDropIndex, findShotsBetween, groupShots } from "./shot-bounds";

const cut = { kind: "cut", frames: 0 } as const;
/** Four shots of 48 frames: cut, a cross-fade of 12 frames, a dip of 12. */
const placed = placeShots({
  shots: [
    makeShot({ transition: cut }),
    makeShot({ transition: cut }),
    makeShot({ transition: { kind: "fade", frames: 12 } }),
    makeShot({ transition: { kind: "dip", frames: 12 } }),
  ],
});

describe("clips", () => {
  it("meet in the middle of an overlap, and at the cut of a dip", () => {
    expect(placed.map((_, index) => findBounds(placed, index))).toEqual([
      { left: 0, right: 48 },
      { left: 48, right: 90 },
      { left: 90, right: 132 },
      { left: 132, right: 180 },
    ]);
  });

  it("are found between two frames", () => {
    expect(findShotsBetween(placed, 0, 10)).toEqual({ first: 0, last: 1 });
    expect(findShotsBetween(placed, 85, 88)).toEqual({ first: 1, last: 3 });
    expect(findShotsBetween(placed, 0, 9_999)).toEqual({ first: 0, last: 4 });
    expect(findShotsBetween(placed, 500, 600)).toEqual({ first: 4, last: 4 });
    expect(findShotsBetween([], 0, 600)).toEqual({ first: 0, last: 0 });
  });

  it("are dropped before the one whose middle is behind the pointer", () => {
    expect([-5, 23, 25, 68, 70, 179].map((frame) => findDropIndex(placed, frame))).toEqual([
      0, 0, 1, 1, 2, 4,
    ]);
    expect(findDropIndex([], 5)).toBe(0);
  });
});

it("draws shots that are too short for a clip as one block", () => {
  const lengths = [10, 1, 1, 1, 10, 1, 10, 1, 1];
  const mixed = placeShots({ shots: lengths.map((frames) => makeShot({ frames })) });
  const options = { first: 0, last: lengths.length, framePx: 1, leastPx: 3 };
  expect(groupShots(mixed, options)).toEqual([
    { index: 0 },
    { from: 1, to: 4 },
    { index: 4 },
    { index: 5 },
    { index: 6 },
    { from: 7, to: 9 },
  ]);
  expect(groupShots(mixed, { ...options, framePx: 3 })).toHaveLength(lengths.length);
  expect(groupShots(mixed, { ...options, first: 2, last: 4 })).toEqual([{ from: 2, to: 4 }]);
});

describe("findCut", () => {
  it("goes from cut to cut and to the last frame", () => {
    const forward: (number | null)[] = [];
    for (let at: number | null = 0; at !== null;) forward.push((at = findCut(placed, at, 1)));
    expect(forward).toEqual([48, 84, 132, 179, null]);
    const back: (number | null)[] = [];
    for (let at: number | null = 179; at !== null;) back.push((at = findCut(placed, at, -1)));
    expect(back).toEqual([132, 84, 48, 0, null]);
  });

  it("finds none in an empty film", () => {
    expect(findCut([], 0, 1)).toBeNull();
    expect(findCut([], 0, -1)).toBeNull();
  });
});
