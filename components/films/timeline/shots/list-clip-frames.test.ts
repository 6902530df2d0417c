import { expect, it } from "vitest";
import { listClipFrames } from "./list-clip-frames";

const clip = { from: 0, durationSeconds: 16, seconds: 16, speed: 1, width: 400, framePx: 100 };
const indexesOf = (changes: Partial<typeof clip>) =>
  listClipFrames({ ...clip, ...changes }).map(({ index }) => index);

it("each frame shows the middle of its part of the clip", () => {
  expect(listClipFrames(clip)).toEqual([
    { left: 0, index: 2 },
    { left: 100, index: 6 },
    { left: 200, index: 10 },
    { left: 300, index: 14 },
  ]);
});

it("frames follow in point and speed", () => {
  expect(indexesOf({ from: 8, seconds: 8 })).toEqual([9, 11, 13, 15]);
  expect(indexesOf({ seconds: 8, speed: 2 })).toEqual(indexesOf({}));
  expect(indexesOf({ from: 8, seconds: 16, speed: 0.5 })).toEqual([9, 11, 13, 15]);
});

it("the last frame shows the middle of what is in sight of it", () => {
  // From 300 to 320 of 320 pixels.
  expect(indexesOf({ width: 320 })).toEqual([2, 7, 12, 15]);
});

it("a clip that is narrower than a frame shows its middle, in its middle", () => {
  expect(listClipFrames({ ...clip, width: 40 })).toEqual([{ left: -30, index: 8 }]);
});

it("a shot that is longer than its video ends with the last frame", () => {
  expect(indexesOf({ seconds: 32 })).toEqual([4, 12, 15, 15]);
});

it("far zoomed in, a clip has a limited number of frames over all of it", () => {
  const frames = listClipFrames({ ...clip, width: 100_000 });
  expect(frames).toHaveLength(160);
  expect(frames.at(-1)).toEqual({ left: 99_375, index: 15 });
});
