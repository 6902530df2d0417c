import { describe, expect, it } from "vitest";
import { frameRates, makeFilm, type Shot } from "./film-document";
import {
  countFrames,
  countSourceFrames,
  findFrame,
  findSourceSeconds,
  measureFilm,
  placeShots,
  toFrame,
  toMs,
} from "./lay-out-film";
import { makePiece, makeShot } from "./testing/make-shots";

const place = (...shots: Shot[]) => placeShots({ shots });
const fade = (frames: number) => ({ kind: "fade" as const, frames });

describe("shots in a film", () => {
  it("follow each other; a cross-fade and a wipe overlap, a dip to black doesn't", () => {
    const placed = place(
      makeShot({ frames: 48, transition: fade(12) }),
      makeShot({ frames: 48, transition: fade(12) }),
      makeShot({ frames: 24, transition: { kind: "dip", frames: 10 } }),
      makeShot({ frames: 24, transition: { kind: "wipe", frames: 4 } }),
    );
    expect(placed.map(({ start, end }) => [start, end])).toEqual([
      [0, 48],
      [36, 84],
      [84, 108],
      [104, 128],
    ]);
    expect(countFrames(placed)).toBe(128);
    expect(countFrames([])).toBe(0);
  });

  it("give a transition no more than half of either, so that three never meet", () => {
    const placed = place(
      makeShot({ frames: 100 }),
      makeShot({ frames: 10, transition: fade(300) }),
      makeShot({ frames: 100, transition: fade(300) }),
    );
    expect(placed.map(({ transitionFrames }) => transitionFrames)).toEqual([0, 5, 5]);
    for (let frame = 0; frame < countFrames(placed); frame += 1) {
      expect(findFrame(placed, frame).layers.length).toBeLessThanOrEqual(2);
    }
  });

  it("leave no frame of the film empty, and none behind it", () => {
    const placed = place(makeShot({ frames: 3 }), makeShot({ frames: 2 }), makeShot({ frames: 1 }));
    const seen = Array.from({ length: 7 }, (_, frame) =>
      findFrame(placed, frame).layers.map((layer) => [layer.placed.index, layer.frame]),
    );
    expect(seen).toEqual([[[0, 0]], [[0, 1]], [[0, 2]], [[1, 0]], [[1, 1]], [[2, 0]], []]);
    expect(findFrame([], 0).layers).toEqual([]);
  });
});

describe("a transition", () => {
  it("mixes the coming shot in by equal steps, each frame with both", () => {
    const placed = place(makeShot({ frames: 8 }), makeShot({ frames: 8, transition: fade(3) }));
    const shares = Array.from({ length: 13 }, (_, frame) => findFrame(placed, frame).mix?.share ?? null);
    expect(shares).toEqual([null, null, null, null, null, 0.25, 0.5, 0.75, null, null, null, null, null]);
    const { layers } = findFrame(placed, 5);
    expect(layers.map((layer) => [layer.placed.index, layer.frame])).toEqual([
      [0, 5],
      [1, 0],
    ]);
  });

  it("dips to black evenly on both sides of the cut", () => {
    const placed = place(
      makeShot({ frames: 12 }),
      makeShot({ frames: 12, transition: { kind: "dip", frames: 6 } }),
    );
    const black = Array.from({ length: 24 }, (_, frame) => findFrame(placed, frame).black);
    expect(black.slice(9, 15)).toEqual([0.25, 0.5, 0.75, 0.75, 0.5, 0.25]);
    expect(black.filter((share) => share > 0)).toHaveLength(6);
  });
});

describe("time", () => {
  it.each(frameRates)("goes from frames to milliseconds and back at %i frames a second", (rate) => {
    for (let frame = 0; frame < 36_000; frame += 7) expect(toFrame(toMs(frame, rate), rate)).toBe(frame);
  });

  it.each(frameRates)("finds each frame of a source of %i frames a second once", (rate) => {
    const found = Array.from({ length: 1_000 }, (_, frame) =>
      Math.floor(findSourceSeconds({ from: 7 / rate, speed: 1 }, frame, rate) * rate),
    );
    expect(found).toEqual(Array.from({ length: 1_000 }, (_, frame) => frame + 7));
  });

  it("knows how many frames a source has left", () => {
    expect(countSourceFrames({ seconds: 6, from: 0, speed: 1 }, 24)).toBe(144);
    expect(countSourceFrames({ seconds: 6, from: 5.9, speed: 2 }, 30)).toBe(1);
    expect(countSourceFrames({ seconds: 6, from: 7, speed: 1 }, 24)).toBe(0);
    expect(countSourceFrames({ seconds: 0.1 * 3, from: 0, speed: 1 }, 30)).toBe(9);
  });

  it("ends with the last picture or sound", () => {
    const film = { ...makeFilm({ aspect: "16:9", frameRate: 25 }), shots: [makeShot({ frames: 50 })] };
    expect(measureFilm(film)).toBe(2_000);
    expect(measureFilm({ ...film, sounds: [makePiece({ atMs: 1_500, lengthMs: 900 })] })).toBe(2_400);
  });
});
