import { expect, it } from "vitest";
import { findProxySize, needsProxy } from "./proxy-size";

it.each([
  [1_920, 1_080, true],
  [1_280, 720, true],
  [720, 1_280, true],
  [960, 544, false],
  [512, 1_024, false],
  [640, 360, false],
])("a video of %i x %i has a proxy: %s", (width, height, expected) => {
  expect(needsProxy({ bytes: 1_000_000, width, height, durationSeconds: 6 })).toBe(expected);
});

it("a small video of many bits a second has a proxy", () => {
  expect(needsProxy({ bytes: 10_000_000, width: 640, height: 360, durationSeconds: 6 })).toBe(true);
});

it("a proxy has 540 lines, or as many as its video", () => {
  expect(findProxySize(1_280, 720)).toEqual({ width: 960, height: 540 });
  expect(findProxySize(720, 1_280)).toEqual({ width: 540, height: 960 });
  expect(findProxySize(640, 360)).toEqual({ width: 640, height: 360 });
});
