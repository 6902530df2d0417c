import { expect, it } from "vitest";
import { followDistancePx } from "./use-follow-sound";

const band = { topPx: 50, bottomPx: 850 };
const distance = (top: number, bottom: number) => Math.round(followDistancePx({ top, bottom }, band));

it("does not scroll for a readable sentence", () => {
  expect(distance(60, 120)).toBe(0);
  expect(distance(400, 480)).toBe(0);
});

it("scrolls a sentence back from below and above", () => {
  // 22% of 800 below 50.
  expect(distance(800, 860)).toBe(800 - 226);
  expect(distance(20, 80)).toBe(20 - 226);
  expect(distance(-3_000, -2_900)).toBe(-3_000 - 226);
});

it("stays after scrolling, even for a sentence longer than the window", () => {
  expect(distance(226, 300)).toBe(0);
  expect(distance(226, 2_000)).toBe(0);
  expect(distance(700, 2_000)).toBe(700 - 226);
});
