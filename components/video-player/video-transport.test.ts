import { describe, expect, it } from "vitest";
import { frameAt, momentOfFrame } from "./video-transport";

describe("frames of a video", () => {
  const rates = [1, 12, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60];

  it.each(rates)("are found from their start, middle and end at %d per second", (frameRate) => {
    const clock = { frameRate, frameCount: 400 };
    for (let frame = 0; frame < clock.frameCount; frame += 1) {
      // With microseconds, as containers store them.
      const begins = Math.round((frame / frameRate) * 1e6) / 1e6;
      expect(frameAt(begins, clock)).toBe(frame);
      expect(frameAt(momentOfFrame(frame, clock), clock)).toBe(frame);
      // Also in browsers that show the nearest frame.
      expect(Math.round(momentOfFrame(frame, clock) * frameRate)).toBe(frame);
      expect(frameAt(begins + 0.9 / frameRate, clock)).toBe(frame);
    }
  });

  it("are limited to the first and the last", () => {
    const clock = { frameRate: 12, frameCount: 72 };
    expect(frameAt(6, clock)).toBe(71);
    expect(frameAt(-1, clock)).toBe(0);
    expect(momentOfFrame(72, clock)).toBeCloseTo(71.25 / 12);
    expect(momentOfFrame(-1, clock)).toBeCloseTo(0.25 / 12);
  });
});
