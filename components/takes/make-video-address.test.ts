import { describe, expect, it } from "vitest";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { beginVideoAddress, makeCoverAddress, makeVideoAddress } from "./make-video-address";

const outputOf = (mimeType: string) => ({ assetId: "a1", mimeType }) as OutputDto;

describe("where a result is made into something else", () => {
  it.each([
    ["music", "audio/mpeg", "/create/cover?asset=a1"],
    ["cover", "audio/wav", "/create/cover?asset=a1"],
    ["speech", "audio/mpeg", null],
    ["image", "image/png", null],
  ])("a cover of %s, %s", (generator, mimeType, expected) => {
    expect(makeCoverAddress({ generator }, outputOf(mimeType))).toBe(expected);
  });

  it("a video of a picture only", () => {
    expect(makeVideoAddress({ id: "g1" }, outputOf("image/png"))).toBe("/create/video?asset=a1&parent=g1");
    expect(makeVideoAddress({ id: "g1" }, outputOf("audio/mpeg"))).toBeNull();
    expect(makeCoverAddress({ generator: "music" }, null)).toBeNull();
    expect(beginVideoAddress("a1", "g1", "last")).toBe("/create/video?asset=a1&parent=g1&frame=last");
  });
});
