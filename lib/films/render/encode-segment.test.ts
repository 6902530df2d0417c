import { describe, expect, it } from "vitest";
import { encodeSegment } from "./encode-segment";
import { createPlanes } from "./planes";

const shape = { format: "mp4", width: 320, height: 180, frameRate: 24, start: 240, end: 264 } as const;
const planes = createPlanes(320, 180);
const draw = () => Promise.resolve(planes);

describe("an encoder that fails", () => {
  it("is a fault that says where, if it refuses the size of the film", async () => {
    // H.264 has one sample of colour for four pixels.
    const odd = createPlanes(321, 181);
    const encoded = encodeSegment({ ...shape, width: 321, height: 181 }, () => Promise.resolve(odd));
    await expect(encoded).rejects.toMatchObject({
      fault: "encoder-failed",
      message: expect.stringContaining("Frames 240 to 263") as string,
    });
  });

  it("is a fault if it refuses a frame in the middle, and asks for none after it", async () => {
    const asked: number[] = [];
    const small = createPlanes(160, 90);
    const encoded = encodeSegment(shape, (frame) => {
      asked.push(frame);
      return Promise.resolve(frame === 250 ? small : planes);
    });
    await expect(encoded).rejects.toMatchObject({ fault: "encoder-failed" });
    expect(asked.at(-1)).toBe(250);
  });

  it("leaves the next segment alone", async () => {
    expect((await encodeSegment(shape, draw)).length).toBeGreaterThan(500);
  });

  it("is none where a source fails", async () => {
    const lost = new Error("The source is lost");
    await expect(encodeSegment(shape, () => Promise.reject(lost))).rejects.toBe(lost);
  });
});
