import { describe, expect, it } from "vitest";
import { frameRates } from "@/lib/films/film-document";
import { chooseRulerSteps, listTicks } from "./ruler-steps";

describe("chooseRulerSteps", () => {
  it("has a label each five seconds and a tick each second where a second is 26 pixels wide", () => {
    expect(chooseRulerSteps(26, 24)).toEqual({ label: 120, tick: 24, inFrames: false });
  });

  it("goes down to frames and up to hours", () => {
    expect(chooseRulerSteps(24 * 16, 24)).toMatchObject({ label: 5, tick: 1, inFrames: true });
    expect(chooseRulerSteps(0.03, 30)).toMatchObject({ label: 3_600 * 30, inFrames: false });
    expect(chooseRulerSteps(0.001, 30)).toMatchObject({ label: 7_200 * 30 });
  });

  it.each(frameRates)("leaves labels and ticks their room at %i frames a second", (frameRate) => {
    for (let scale = 0.03; scale < frameRate * 16; scale *= 1.1) {
      const { label, tick } = chooseRulerSteps(scale, frameRate);
      const framePx = scale / frameRate;
      expect(label * framePx).toBeGreaterThanOrEqual(76);
      expect(Number.isInteger(tick)).toBe(true);
      expect(label % tick).toBe(0);
      expect(tick * framePx).toBeGreaterThanOrEqual(Math.min(12, framePx));
    }
  });
});

describe("listTicks", () => {
  const steps = { label: 120, tick: 24, inFrames: false };

  it("lists what is in sight", () => {
    const ticks = listTicks(steps, { sight: { fromPx: 400, toPx: 800 }, framePx: 26 / 24, lastFrame: 9_999 });
    expect(ticks[0]).toEqual({ frame: 360, isLabel: true });
    expect(ticks[1]).toEqual({ frame: 384, isLabel: false });
    expect(ticks.at(-1)!.frame).toBe(720);
  });

  it("ends with the film", () => {
    const ticks = listTicks(steps, { sight: { fromPx: 0, toPx: 9_000 }, framePx: 1, lastFrame: 50 });
    expect(ticks.map(({ frame }) => frame)).toEqual([0, 24, 48]);
  });
});
