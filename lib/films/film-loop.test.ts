import { describe, expect, it } from "vitest";
import { findLoopSize, findUsualLoop, listLoopDelays, listLoopFrames } from "./film-loop";
import { placeShots } from "./lay-out-film";
import { makeShot } from "./testing/make-shots";

describe("the frames of a loop", () => {
  it("are every second one of a film with twice the rate, from its start", () => {
    const loop = { startFrame: 10, frameCount: 7, frameRate: 12 } as const;
    expect(listLoopFrames(loop, 24)).toEqual([10, 12, 14, 16]);
  });

  it("stay within the piece at every rate, and are at least one", () => {
    for (const filmRate of [24, 25, 30]) {
      for (const frameRate of [8, 12, 15] as const) {
        for (let frameCount = 1; frameCount < 100; frameCount += 1) {
          const frames = listLoopFrames({ startFrame: 5, frameCount, frameRate }, filmRate);
          expect(frames[0]).toBe(5);
          expect(frames.at(-1)).toBeLessThan(5 + frameCount);
          expect(frames).toEqual([...new Set(frames)].toSorted((one, other) => one - other));
        }
      }
    }
  });

  it.each([
    ["gif", [80, 90, 80, 80, 90, 80]],
    ["webp", [83, 84, 83, 83, 84, 83]],
  ] as const)("are seen for half a second of six at 12 a second, in steps of %s", (format, delays) => {
    expect(listLoopDelays(6, 12, format)).toEqual(delays);
  });
});

it("is as large as its longer side says, and even", () => {
  expect(findLoopSize("16:9", 480)).toEqual({ width: 480, height: 270 });
  expect(findLoopSize("9:16", 640)).toEqual({ width: 360, height: 640 });
  expect(findLoopSize("21:9", 320)).toEqual({ width: 320, height: 138 });
});

describe("the piece that is offered", () => {
  const shots = [24, 48, 480, 24].map((frames) => makeShot({ frames }));
  const placed = placeShots({ shots });
  const find = (...selected: number[]) => {
    const ids = new Set(selected.map((index) => shots[index]!.id));
    return findUsualLoop(placed, ids, { frames: 576, frameRate: 24 });
  };

  it("is the selected shots, and of more than 15 s their beginning", () => {
    expect(find(1)).toMatchObject({ startFrame: 24, frameCount: 48 });
    expect(find(0, 1)).toMatchObject({ startFrame: 0, frameCount: 72 });
    expect(find(1, 2)).toMatchObject({ startFrame: 24, frameCount: 360 });
  });

  it("is the beginning where no shot is selected", () => {
    expect(find()).toMatchObject({ startFrame: 0, frameCount: 120 });
    expect(findUsualLoop(placed, new Set(), { frames: 30, frameRate: 24 }).frameCount).toBe(30);
  });
});
