import { expect, it } from "vitest";
import { readClock } from "./trim-range";

it.each([
  ["1:07", 67],
  ["0:06.5", 6.5],
  ["67", 67],
  [" 2：00 ", 120],
  ["5,25", 5.25],
  ["", null],
  ["a", null],
  ["1:2:3", null],
  ["-4", null],
])("reads %j as %s seconds", (text, seconds) => {
  expect(readClock(text)).toBe(seconds);
});
