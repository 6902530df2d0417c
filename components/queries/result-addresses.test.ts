import { describe, expect, it } from "vitest";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { makeFacts, makeOutput } from "@/lib/generations/testing/make-generation";
import { downloadAddress, listFollowUps, writeFrameAddress } from "./result-addresses";

const outputOf = (mimeType: string) => ({ assetId: "a1", mimeType }) as OutputDto;
const generators = [
  makeFacts({ id: "song", produces: "sound" }),
  makeFacts({
    id: "remake",
    produces: "sound",
    beginsWith: { kind: "audio", action: "makeCover", from: ["song", "remake"] },
  }),
  makeFacts({
    id: "film",
    produces: "video",
    beginsWith: { kind: "image", action: "makeVideo", relation: "frame", from: ["poster"] },
  }),
];
const listAddresses = (generator: string, mimeType: string) =>
  listFollowUps(generators, { id: "g1", generator }, outputOf(mimeType)).map(({ href }) => href);

describe("listFollowUps", () => {
  it.each([
    ["song", "audio/mpeg", ["/create/remake?asset=a1"]],
    ["remake", "audio/wav", ["/create/remake?asset=a1"]],
    ["speech", "audio/mpeg", []],
    ["song", "image/png", []],
    ["poster", "image/png", ["/create/film?asset=a1&parent=g1"]],
    ["poster", "audio/mpeg", []],
  ])("of %s, %s", (generator, mimeType, expected) => {
    expect(listAddresses(generator, mimeType)).toEqual(expected);
  });

  it("finds nothing without a result", () => {
    expect(listFollowUps(generators, { id: "g1", generator: "song" }, null)).toEqual([]);
  });
});

describe("writeFrameAddress", () => {
  const frame = { assetId: "a1", generationId: "g1", isLast: true };

  it("leads to the generator that a frame is the beginning of", () => {
    expect(writeFrameAddress(generators, frame)).toBe("/create/film?asset=a1&parent=g1&frame=last");
    expect(writeFrameAddress(generators, { ...frame, isLast: false })).toBe(
      "/create/film?asset=a1&parent=g1",
    );
  });

  it("leads nowhere without one", () => {
    expect(writeFrameAddress([], frame)).toBeNull();
  });
});

describe("downloadAddress", () => {
  it("carries the name, whatever is in it", () => {
    const address = downloadAddress(makeOutput(0, { url: "/api/media/a", fileName: "雨 & fog.png" }));
    expect(new URL(address, "http://studio").searchParams.get("name")).toBe("雨 & fog.png");
    expect(address).toMatch(/^\/api\/media\/a\?download=1&name=/);
  });
});
