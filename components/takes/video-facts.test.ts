import { describe, expect, it } from "vitest";
import { compareWithAsked, nameCodec } from "./video-facts";

const asked = { input: { duration: 6, resolution: "768P" } };

describe("a video beside what was asked for", () => {
  it("is the same within a few frames and one block of the encoder", () => {
    expect(compareWithAsked(asked, { durationSeconds: 5.875, width: 1366, height: 768 })).toEqual({});
    expect(compareWithAsked(asked, { durationSeconds: 6.12, width: 768, height: 1024 })).toEqual({});
  });

  it("is told where it is shorter or smaller", () => {
    expect(compareWithAsked(asked, { durationSeconds: 5.1, width: 720, height: 1280 })).toEqual({
      askedSeconds: 6,
      askedResolution: { name: "768P", shortSide: 720 },
    });
  });

  it("is not measured against what nobody asked for, nor where the file tells nothing", () => {
    expect(compareWithAsked({ input: {} }, { durationSeconds: 3, width: 10, height: 10 })).toEqual({});
    expect(compareWithAsked(asked, {})).toEqual({});
  });
});

describe("the name of a codec", () => {
  it.each([
    ["avc1.640028", "H.264"],
    ["avc", "H.264"],
    ["hev1.1.6.L93", "H.265"],
    ["av01.0.04M.08", "AV1"],
    ["vp09.00.10.08", "VP9"],
    ["mp4v", "mp4v"],
  ])("of %s is %s", (codec, name) => expect(nameCodec(codec)).toBe(name));
});
