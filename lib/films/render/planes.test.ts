import { describe, expect, it } from "vitest";
import { filmAspects } from "../film-document";
import { convertColours, toFilmColour, toPlanes } from "./convert-colours";
import { findFilmSize } from "./film-size";
import { createPlanes, darkenPlanes, fillPlanes, layOver, mixPlanes, wipePlanes } from "./planes";
import { PlanePyramid } from "./scale-planes";

/** A picture of one value of light, and of each colour. */
function flat(light: number, width = 8, height = 4, colours: [number, number] = [100, 150]) {
  const picture = createPlanes(width, height);
  fillPlanes(picture, [light, ...colours]);
  return picture;
}

const lightOf = (picture: ReturnType<typeof flat>) => [
  ...picture.data.subarray(0, picture.width * picture.height),
];

describe("the size of a film", () => {
  it("fits each aspect into the frame, in even numbers", () => {
    const sizes = (quality: "1080p" | "720p") =>
      filmAspects.map((aspect) => Object.values(findFilmSize(aspect, quality)).join("x"));
    expect(sizes("1080p")).toEqual(["1920x1080", "1080x1920", "1080x1080", "1080x1350", "1920x822"]);
    expect(sizes("720p")).toEqual(["1280x720", "720x1280", "720x720", "720x900", "1280x548"]);
  });
});

describe("pictures in planes", () => {
  it("mix to the average in the middle of a cross-fade", () => {
    const leaving = flat(40, 8, 4, [90, 200]);
    mixPlanes(leaving, flat(200, 8, 4, [110, 100]), 0.5);
    expect([...leaving.data]).toEqual([...flat(120, 8, 4, [100, 150]).data]);
  });

  it("don't change with a share of 0, and are the other with a share of 1", () => {
    const leaving = flat(40);
    mixPlanes(leaving, flat(201), 0);
    expect(leaving.data).toEqual(flat(40).data);
    mixPlanes(leaving, flat(201), 1);
    expect(leaving.data).toEqual(flat(201).data);
  });

  it("wipe from the left", () => {
    const leaving = flat(40, 8, 2);
    wipePlanes(leaving, flat(200, 8, 2, [1, 2]), 0.5);
    expect(lightOf(leaving).slice(0, 8)).toEqual([200, 200, 200, 200, 40, 40, 40, 40]);
    expect([...leaving.data.subarray(16)]).toEqual([1, 1, 100, 100, 2, 2, 150, 150]);
  });

  it("dip to black without a colour", () => {
    const half = flat(216);
    darkenPlanes(half, 0.5);
    expect([half.data[0], half.data[32], half.data[40]]).toEqual([116, 114, 139]);
    darkenPlanes(half, 1);
    expect([...half.data]).toEqual([...createPlanes(8, 4).data]);
  });

  it("get an overlay by its opacity, where it is", () => {
    const picture = flat(40, 8, 4);
    const planes = flat(240, 2, 2, [128, 128]);
    layOver(picture, {
      ...{ x: 4, y: 2, planes },
      opacity: Uint8Array.of(255, 0, 128, 255),
      colourOpacity: Uint8Array.of(255),
    });
    expect(lightOf(picture).slice(16)).toEqual([
      ...[40, 40, 40, 40, 240, 40, 40, 40],
      ...[40, 40, 40, 40, 140, 240, 40, 40],
    ]);
    expect([...picture.data.subarray(32)]).toEqual([
      ...[100, 100, 100, 100, 100, 100, 128, 100],
      ...[150, 150, 150, 150, 150, 150, 128, 150],
    ]);
  });
});

describe("scaling", () => {
  function ramp(width: number, height: number) {
    const { planes } = createPlanes(width, height);
    const [plane] = planes;
    for (let at = 0; at < width * height; at += 1) plane.data[at] = (at % width) * 8;
    return plane;
  }

  it("copies what has the same size", () => {
    const target = createPlanes(4, 2).planes[0];
    const box = { x: 0, y: 0, width: 4, height: 2 };
    new PlanePyramid(ramp(16, 4)).draw({ ...box, x: 3, y: 1 }, target, box);
    expect([...target.data.subarray(0, 8)]).toEqual([24, 32, 40, 48, 24, 32, 40, 48]);
  });

  it("keeps an even slope even, larger and smaller, without a shift", () => {
    for (const width of [24, 11, 8, 4]) {
      const target = createPlanes(width, 2).planes[0];
      const whole = { x: 0, y: 0, width: 16, height: 4 };
      new PlanePyramid(ramp(16, 4)).draw(whole, target, { x: 0, y: 0, width, height: 2 });
      const expected = Array.from({ length: width }, (_, x) => ((x + 0.5) * 16 * 8) / width - 4);
      for (const [x, value] of expected.entries()) {
        if (value >= 0 && value <= 120) expect(Math.abs(target.data[x]! - value)).toBeLessThanOrEqual(1);
      }
    }
  });

  it("reads every sample of a fine pattern, so that small pictures don't flicker", () => {
    const plane = createPlanes(64, 64).planes[0];
    for (let at = 0; at < 64 * 64; at += 1) plane.data[at] = at % 2 === 0 ? 0 : 200;
    const target = createPlanes(8, 8).planes[0];
    new PlanePyramid(plane).draw({ x: 0, y: 0, width: 64, height: 64 }, target, {
      x: 0,
      y: 0,
      width: 8,
      height: 8,
    });
    expect(new Set(target.data.subarray(0, 64))).toEqual(new Set([100]));
  });
});

describe("colours", () => {
  it("are those of BT.709", () => {
    expect(toFilmColour(255, 255, 255)).toEqual([235, 128, 128]);
    expect(toFilmColour(255, 0, 0)).toEqual([63, 102, 240]);
    expect(toFilmColour(0, 0, 255)).toEqual([32, 240, 118]);
    expect(toPlanes(Uint8Array.of(255, 0, 0), { width: 1, height: 1, channels: 3 }).data).toEqual(
      Uint8Array.of(63, 102, 240),
    );
  });

  it.each([
    // Red as BT.601 writes it, in limited and in full range.
    { matrix: "smpte170m", fullRange: false, values: [81, 90, 240] },
    { matrix: "smpte170m", fullRange: true, values: [76, 85, 255] },
    { matrix: "bt709", fullRange: true, values: [54, 99, 255] },
    { matrix: "bt709", fullRange: false, values: [63, 102, 240] },
  ])("of $matrix, full range $fullRange, become those of films", ({ values, ...space }) => {
    const picture = flat(values[0]!, 4, 4, [values[1]!, values[2]!]);
    convertColours(picture, space);
    const found = [picture.data[0]!, picture.data[16]!, picture.data[20]!];
    for (const [index, value] of [63, 102, 240].entries()) {
      expect(Math.abs(found[index]! - value)).toBeLessThanOrEqual(1);
    }
  });
});
