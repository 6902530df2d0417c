import { describe, expect, it } from "vitest";
import { findCameraGroups, viewAt } from "./camera-path.ts";
import { type RasterPicture, renderView } from "./render-view.ts";

const still = { x: 0, y: 0, zoom: 1, angle: 0 };

describe("camera instructions", () => {
  it("are read in groups and in order; other brackets are ignored", () => {
    expect(findCameraGroups("A ship [左移, 上升] turns [推进]，then [slowly] [固定]")).toEqual([
      ["左移", "上升"],
      ["推进"],
      ["固定"],
    ]);
    expect(findCameraGroups("nothing [] [左移")).toEqual([]);
    expect(findCameraGroups("[左移，上升] [左移、上升]")).toEqual([]);
  });

  it.each([
    ["左移", "x", -1],
    ["右移", "x", 1],
    ["左摇", "x", -1],
    ["右摇", "x", 1],
    ["上升", "y", -1],
    ["下降", "y", 1],
    ["上摇", "y", -1],
    ["下摇", "y", 1],
    ["跟随", "x", 1],
    ["推进", "zoom", 1],
    ["拉远", "zoom", -1],
    ["变焦推近", "zoom", 1],
    ["变焦拉远", "zoom", -1],
  ] as const)("%s starts at the first frame and moves %s", (name, axis, direction) => {
    const start = viewAt([[name]], 0, 6);
    const [middle, end] = [3, 6].map((second) => viewAt([[name]], second, 6)[axis] - start[axis]);
    expect(start).toEqual(still);
    expect(Math.sign(middle ?? 0)).toBe(direction);
    expect((end ?? 0) * direction).toBeGreaterThan((middle ?? 0) * direction);
  });

  it("holds still, shakes around the middle, and moves slightly without an instruction", () => {
    expect(viewAt([["固定"]], 3, 6)).toEqual(still);
    expect(viewAt([["晃动"]], 6, 6).x).toBeCloseTo(0, 5);
    const seen = Array.from({ length: 60 }, (_one, frame) => viewAt([["晃动"]], frame / 10, 6).x);
    expect(Math.max(...seen)).toBeGreaterThan(0.005);
    expect(Math.min(...seen)).toBeLessThan(-0.005);
    expect(viewAt([], 6, 6).zoom).toBeGreaterThan(1.03);
  });

  it("applies the instructions of a group together, and groups one after another", () => {
    const together = viewAt([["右移", "推进"]], 6, 6);
    expect(together.x).toBeGreaterThan(0.1);
    expect(together.zoom).toBeGreaterThan(1.2);
    const groups = [["右移"], ["推进"]];
    expect(viewAt(groups, 3, 6).zoom).toBe(1);
    expect(viewAt(groups, 6, 6).x).toBe(viewAt(groups, 3, 6).x);
    expect(viewAt(groups, 6, 6).zoom).toBeGreaterThan(1.2);
    const far = viewAt(
      Array.from({ length: 50 }, () => ["左移", "拉远"]),
      6,
      6,
    );
    expect(far).toMatchObject({ x: -0.75, zoom: 0.5 });
  });
});

describe("a view of a picture", () => {
  const [width, height] = [40, 20];
  /** Red grows to the right, green downwards. */
  const picture: RasterPicture = {
    width,
    height,
    pixels: Uint32Array.from({ length: width * height }, (_one, index) => {
      const [column, row] = [index % width, Math.floor(index / width)];
      return (0xff000000 | ((row * 10) << 8) | (column * 6)) >>> 0;
    }),
  };
  const see = (change: Partial<typeof still>) => {
    const target = new Uint32Array(width * height);
    renderView(picture, { ...still, ...change }, target);
    return (column: number, row: number) => {
      const pixel = target[row * width + column] ?? 0;
      return { red: pixel & 255, green: (pixel >>> 8) & 255, opacity: pixel >>> 24 };
    };
  };

  it("equals the picture if nothing moves", () => {
    const target = new Uint32Array(width * height);
    renderView(picture, still, target);
    expect(target).toEqual(picture.pixels);
  });

  it("moves against the camera, and mirrors the picture at its edges", () => {
    const right = see({ x: 0.25 });
    expect(right(0, 0)).toEqual({ red: 60, green: 0, opacity: 255 });
    expect(right(29, 5).red).toBe(39 * 6);
    expect(right(30, 5).red).toBe(39 * 6);
    expect(right(31, 5).red).toBe(38 * 6);
    expect(see({ y: 0.5 })(0, 0).green).toBe(100);
  });

  it("interpolates between pixels", () => {
    expect(see({ x: 0.5 / width })(10, 3).red).toBe(63);
    expect(see({ y: 0.5 / height })(10, 3).green).toBe(35);
  });

  it("zooms and rotates around its middle", () => {
    const near = see({ zoom: 2 });
    expect(near(0, 0).red).toBeGreaterThan(9 * 6);
    expect(near(39, 0).red).toBeLessThan(31 * 6);
    const upsideDown = see({ angle: Math.PI });
    expect(upsideDown(0, 0).red).toBeCloseTo(39 * 6, -1);
    expect(upsideDown(0, 0).green).toBeCloseTo(19 * 10, -1);
  });
});
