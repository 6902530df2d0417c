import { describe, expect, it } from "vitest";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { makeOutput } from "@/lib/generations/testing/make-generation";
import { beginVideoAddress, downloadAddress, makeCoverAddress, makeVideoAddress } from "./result-addresses";

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

describe("downloadAddress", () => {
  it("carries the name, whatever is in it", () => {
    const address = downloadAddress(makeOutput(0, { url: "/api/media/a", fileName: "雨 & fog.png" }));
    expect(new URL(address, "http://studio").searchParams.get("name")).toBe("雨 & fog.png");
    expect(address).toMatch(/^\/api\/media\/a\?download=1&name=/);
  });
});
