import { describe, expect, it } from "vitest";
import { estimateDecodedBytes, isTooComplex } from "./picture-cost";

const header = { format: "png", width: 1_000, height: 1_000, channels: 3, depth: "uchar" };

describe("estimateDecodedBytes", () => {
  it.each([
    ["pixels and channels", {}, 3_000_000],
    ["bits per channel", { depth: "ushort" }, 6_000_000],
    ["interlacing, which needs the whole image in memory", { isProgressive: true }, 6_000_000],
    ["turning, which does as well", { orientation: 6 }, 6_000_000],
    ["formats that are decoded as a whole", { format: "heif" }, 6_000_000],
    ["unknown samples as the largest ones", { depth: "of tomorrow" }, 48_000_000],
  ])("counts %s", (_what, change, bytes) => {
    expect(estimateDecodedBytes({ ...header, ...change })).toBe(bytes);
  });
});

describe("isTooComplex", () => {
  it("accepts what cameras and the service make", () => {
    expect(isTooComplex({ ...header, format: "jpeg", width: 11_000, height: 9_000 })).toBe(false);
    expect(isTooComplex({ ...header, width: 6_000, height: 5_000, channels: 4, isProgressive: true })).toBe(
      false,
    );
  });

  it("rejects an interlaced image of 10,000 x 10,000 with 16 bits, and not without both", () => {
    const large = { ...header, width: 10_000, height: 10_000 };
    expect(isTooComplex(large)).toBe(false);
    expect(isTooComplex({ ...large, depth: "ushort", isProgressive: true })).toBe(true);
  });
});
