import { describe, expect, it } from "vitest";
import { isPlanarFormat, toRgb, type PlanarFrame } from "./frame-pixels";

/** A frame of one colour in 4 x 2 pixels, with raw sample values. */
function fill(format: string, [y, u, v]: [number, number, number], change: Partial<PlanarFrame> = {}) {
  const wide = /P1[02]$/.test(format);
  const [across, down] = format.startsWith("I444") ? [1, 1] : format.startsWith("I422") ? [2, 1] : [2, 2];
  const sample = (value: number) => (wide ? [value & 255, value >> 8] : [value]);
  const plane = (value: number, count: number) => Array.from({ length: count }, () => sample(value)).flat();
  const [width, height] = [4, 2];
  const chroma = (width / across) * (height / down);
  const bytes = wide ? 2 : 1;
  const luma = plane(y, width * height);
  if (format === "NV12") {
    const data = Uint8Array.from([...luma, ...Array.from({ length: chroma }, () => [u, v]).flat()]);
    return toRgb({ format, width, height, data, planes: planesOf(data, [4, 4]), ...rest(change) });
  }
  const data = Uint8Array.from([...luma, ...plane(u, chroma), ...plane(v, chroma)]);
  const stride = (width / across) * bytes;
  const planes = [
    { offset: 0, stride: width * bytes },
    { offset: luma.length, stride },
    { offset: luma.length + chroma * bytes, stride },
  ];
  return toRgb({ format, width, height, data, planes, ...rest(change) });
}

function planesOf(data: Uint8Array, [stride, chromaStride]: [number, number]) {
  return [
    { offset: 0, stride },
    { offset: (data.length * 2) / 3, stride: chromaStride },
  ];
}

function rest(change: Partial<PlanarFrame>) {
  return { matrix: "bt709" as string | null, fullRange: false, ...change };
}

const first = (rgb: Uint8ClampedArray) => [...rgb.subarray(0, 3)];

describe("red, green and blue of a decoded frame", () => {
  it("converts black and white of the narrow range", () => {
    expect(new Set(fill("I420", [16, 128, 128]))).toEqual(new Set([0]));
    expect(new Set(fill("I420", [235, 128, 128]))).toEqual(new Set([255]));
    expect(new Set(fill("I420", [255, 128, 128]))).toEqual(new Set([255]));
  });

  it("uses the full range if the video declares it", () => {
    expect(first(fill("I420", [235, 128, 128], { fullRange: true }))).toEqual([235, 235, 235]);
  });

  // Pure red in each matrix (ITU-R BT.601, BT.709 and BT.2020, narrow range).
  it.each([
    ["smpte170m", [81, 90, 240]],
    ["bt470bg", [81, 90, 240]],
    ["bt709", [63, 102, 240]],
    ["bt2020-ncl", [74, 97, 240]],
  ] as const)("converts red in %s", (matrix, [y, u, v]) => {
    const [red = 0, green = 0, blue = 0] = first(fill("I420", [y, u, v], { matrix }));
    expect(red).toBeGreaterThan(252);
    expect(green).toBeLessThan(3);
    expect(blue).toBeLessThan(3);
  });

  it("derives the matrix from the height if none is declared", () => {
    expect(fill("I420", [81, 90, 240], { matrix: null })).toEqual(
      fill("I420", [81, 90, 240], { matrix: "smpte170m" }),
    );
    const tall = (matrix: string | null) => {
      const data = new Uint8Array(720 * 2 + 360 * 2).fill(90);
      const planes = [
        { offset: 0, stride: 2 },
        { offset: 1_440, stride: 1 },
        { offset: 1_800, stride: 1 },
      ];
      return toRgb({ format: "I420", width: 2, height: 720, data, planes, matrix, fullRange: false });
    };
    expect(tall(null)).toEqual(tall("bt709"));
    expect(tall(null)).not.toEqual(tall("smpte170m"));
  });

  it.each(["I420", "I422", "I444", "NV12"])("reads %s", (format) => {
    expect(fill(format, [63, 102, 240])).toEqual(fill("I420", [63, 102, 240]));
  });

  it.each([
    ["I420P10", 4],
    ["I422P10", 4],
    ["I444P12", 16],
  ] as const)("reads %s", (format, steps) => {
    expect(fill(format, [63 * steps, 102 * steps, 240 * steps])).toEqual(fill("I420", [63, 102, 240]));
  });

  it("keeps rows and columns in place, also with row padding and odd sizes", () => {
    // 3 x 3 pixels with a stride of 5, chroma with a stride of 4.
    const luma = [16, 50, 90, 0, 0, 120, 150, 180, 0, 0, 200, 220, 235, 0, 0];
    const grey = [128, 128, 0, 0, 128, 128, 0, 0];
    const rgb = toRgb({
      format: "I420",
      width: 3,
      height: 3,
      data: Uint8Array.from([...luma, ...grey, ...grey]),
      planes: [
        { offset: 0, stride: 5 },
        { offset: 15, stride: 4 },
        { offset: 23, stride: 4 },
      ],
      matrix: "bt709",
      fullRange: false,
    });
    const expected = [16, 50, 90, 120, 150, 180, 200, 220, 235].map((y) =>
      Math.round(((y - 16) * 255) / 219),
    );
    expect([...rgb].filter((_value, index) => index % 3 === 0)).toEqual(expected);
  });

  it("repeats colours where an odd size lacks their last column and row", () => {
    const luma = Array.from({ length: 9 }, () => 63);
    const planes = [9, 10].map((offset) => ({ offset, stride: 1 }));
    const rgb = toRgb({
      ...{ format: "I420", width: 3, height: 3, data: Uint8Array.from([...luma, 102, 240]) },
      ...{ planes: [{ offset: 0, stride: 3 }, ...planes], ...rest({}) },
    });
    expect(new Set(rgb.filter((_value, index) => index % 3 === 0))).toEqual(new Set([255]));
    expect(new Set(rgb.filter((_value, index) => index % 3 === 2))).toEqual(new Set([rgb[2]]));
  });

  it("rejects unknown formats", () => {
    expect(isPlanarFormat("RGBA")).toBe(false);
    expect(() => fill("I999", [0, 0, 0])).toThrow("I999");
  });
});
