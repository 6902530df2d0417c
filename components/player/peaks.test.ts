import { describe, expect, it } from "vitest";
import { barPitchPx, drawBars, resampleLevels, scaleSeconds } from "./peaks";

/** Where the bars of a path begin and end. */
function readBars(path: string): { x: number; from: number; to: number }[] {
  return [...path.matchAll(/M(\S+) ([\d.]+)V([\d.]+)/g)].map(([, x, from, to]) => ({
    x: Number(x),
    from: Number(from),
    to: Number(to),
  }));
}

describe("resampleLevels", () => {
  it("keeps the loudest of each part, so that no peak is lost", () => {
    expect(resampleLevels([1, 9, 2, 3, 4, 8], 3)).toEqual([9, 3, 8]);
  });

  it("repeats levels where there are fewer than bars", () => {
    expect(resampleLevels([5, 7], 4)).toEqual([5, 5, 7, 7]);
  });
});

describe("drawBars", () => {
  it("fills the width with bars, symmetric about the middle, the loudest as high as the place", () => {
    const bars = readBars(drawBars({ levels: [51, 255] }, { widthPx: 8 * barPitchPx, heightPx: 40 }));
    expect(bars).toHaveLength(8);
    for (const { from, to } of bars) expect(from + to).toBeCloseTo(40, 1);
    const [quiet, loud] = [bars[0]!, bars.at(-1)!];
    expect(loud.to - loud.from).toBeCloseTo(38, 0);
    expect(quiet.to - quiet.from).toBeCloseTo(38 / 5, 0);
  });

  it("takes only its share while more is to come", () => {
    const bars = readBars(drawBars({ levels: [9] }, { widthPx: 400, heightPx: 40, share: 0.25 }));
    expect(bars.at(-1)!.x).toBeLessThan(100);
  });

  it("lifts quiet sound to the height, but never silence", () => {
    const highest = (level: number) => {
      const [bar] = readBars(drawBars({ levels: [level] }, { widthPx: 4, heightPx: 40 }));
      return bar!.to - bar!.from;
    };
    expect(highest(60)).toBeCloseTo(38, 0);
    expect(highest(2)).toBeLessThan(2);
    expect(highest(0)).toBeLessThan(0.1);
  });

  it("draws nothing where there is no place or no sound", () => {
    expect(drawBars({ levels: [1] }, { widthPx: 0, heightPx: 40 })).toBe("");
    expect(drawBars({ levels: [] }, { widthPx: 100, heightPx: 40 })).toBe("");
  });
});

describe("scaleSeconds", () => {
  it("leaves room for what is to come, and changes seldom", () => {
    expect(scaleSeconds(0)).toBe(15);
    expect(scaleSeconds(13)).toBe(15);
    expect(scaleSeconds(14)).toBe(30);
    expect(scaleSeconds(9_000)).toBe(10_000);
  });
});
