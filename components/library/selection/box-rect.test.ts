import { expect, it } from "vitest";
import { doOverlap, edgeSpeed, spanRect } from "./box-rect";

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

it.each([
  ["in the middle of the window", 400, 0],
  ["just outside an edge's reach", 64, 0],
  ["halfway to the top", 32, -700],
  ["at the top", 0, -1400],
  ["above the window", -200, -1400],
  ["halfway to the bottom", 768, 700],
  ["below the window", 900, 1400],
])("scrolls %s by its nearness to an edge", (_title, y, speed) => {
  expect(edgeSpeed(y, 800)).toBe(speed);
});
