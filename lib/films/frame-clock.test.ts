import { expect, it } from "vitest";
import { formatFrameClock, formatTenthClock } from "./frame-clock";

it.each([
  [0, 24, "0:00.00"],
  [14 * 24 + 7, 24, "0:14.07"],
  [23, 24, "0:00.23"],
  [24, 24, "0:01.00"],
  [3_723 * 30 + 29, 30, "1:02:03.29"],
  [-1, 25, "0:00.00"],
])("writes frame %d at %d a second as %s", (frame, frameRate, clock) => {
  expect(formatFrameClock(frame, frameRate)).toBe(clock);
});

it.each([
  [12, "0:12.0"],
  [17.46, "0:17.5"],
  [59.96, "1:00.0"],
  [3_600, "1:00:00.0"],
])("writes %d s as %s", (seconds, clock) => {
  expect(formatTenthClock(seconds)).toBe(clock);
});
