import { describe, expect, it } from "vitest";
import { createClockStamp, formatClock } from "./clock-stamp.ts";
import { nameShot } from "./shot-name.ts";

describe("the clock of a video", () => {
  it("tells minutes, seconds, the frame of the second and the frame", () => {
    expect([0, 11, 12, 40, 12 * 61].map((index) => formatClock(index, 12))).toEqual([
      "0:00.00 #0000",
      "0:00.11 #0011",
      "0:01.00 #0012",
      "0:03.04 #0040",
      "1:01.00 #0732",
    ]);
  });

  it("names the shot by its first words, without camera instructions", () => {
    expect(nameShot("[左移] The gulls lift off from the harbour wall [上升]")).toBe(
      "The gulls lift off from the",
    );
    expect(nameShot("[推进]")).toBe("");
    expect(nameShot("")).toBe("");
  });

  it.each([
    [320, 180],
    [256, 456],
    [64, 64],
  ])(
    "is another one in each frame of %i x %i, on a plate that covers what was there",
    async (width, height) => {
      const order = { name: "码头的灯 and a ferry, low in the water", width, height, framesPerSecond: 12 };
      const stamp = await createClockStamp(order);
      const draw = (index: number, ground: number) => {
        const frame = new Uint8Array(width * height * 4).fill(ground);
        stamp(frame, index);
        return frame;
      };
      const frames = Array.from({ length: 30 }, (_none, index) =>
        Buffer.from(draw(index, 255)).toString("latin1"),
      );
      expect(new Set(frames).size).toBe(30);
      // The same over any picture: only what is around the plates differs.
      const [light, dark] = [draw(7, 255), draw(7, 0)];
      const corner = (frame: Uint8Array) =>
        frame.subarray((height - 1) * width * 4, (height - 1) * width * 4 + 40);
      expect(corner(light)).toEqual(corner(dark));
      expect(light.subarray(0, 40)).not.toEqual(dark.subarray(0, 40));
      // Drawn over an older clock, nothing of it is left.
      const twice = draw(22, 255);
      stamp(twice, 7);
      expect(Buffer.from(twice).equals(Buffer.from(light))).toBe(true);
    },
  );
});
