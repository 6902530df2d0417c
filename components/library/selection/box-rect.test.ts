import { expect, it } from "vitest";
import { doOverlap, spanRect } from "./box-rect";

it("spans the same rectangle from any corner", () => {
  const rect = { left: 1, top: 2, right: 30, bottom: 40 };
  expect(spanRect({ x: 1, y: 2 }, { x: 30, y: 40 })).toEqual(rect);
  expect(spanRect({ x: 30, y: 2 }, { x: 1, y: 40 })).toEqual(rect);
  expect(spanRect({ x: 30, y: 40 }, { x: 1, y: 2 })).toEqual(rect);
});

it("overlaps what it touches with an area, not with an edge", () => {
  const rect = { left: 0, top: 0, right: 10, bottom: 10 };
  expect(doOverlap(rect, { left: 9, top: 9, right: 20, bottom: 20 })).toBe(true);
  expect(doOverlap(rect, { left: 2, top: 2, right: 3, bottom: 3 })).toBe(true);
  expect(doOverlap(rect, { left: 10, top: 0, right: 20, bottom: 10 })).toBe(false);
  expect(doOverlap(rect, { left: 0, top: 11, right: 10, bottom: 20 })).toBe(false);
});
