import { describe, expect, it } from "vitest";
import { makeFilm } from "./film-document";
import { listDuckPoints, planSound } from "./plan-sound";
import { makePiece, makeVideoShot } from "./testing/make-shots";

const film = makeFilm({ aspect: "16:9", frameRate: 24 });
const voice = (atMs: number, lengthMs: number) => makePiece({ atMs, lengthMs });

describe("the line of ducking", () => {
  it("falls before a voice and rises after it", () => {
    const sounds = [voice(2_000, 1_000)];
    expect(listDuckPoints({ ...film, sounds, duckDb: -12 })).toEqual([
      { ms: 1_750, level: 0 },
      { ms: 2_000, level: -12 },
      { ms: 3_000, level: -12 },
      { ms: 3_600, level: 0 },
    ]);
    expect(listDuckPoints({ ...film, sounds, duckDb: 0 })).toEqual([]);
    const muted = { ...film.tracks, voice: { level: 0, isMuted: true } };
    expect(listDuckPoints({ ...film, sounds, tracks: muted })).toEqual([]);
  });

  it("is what is heard of music, also between voices that are close, overlap or are in each other", () => {
    const score = makePiece({ track: "score", lengthMs: 20_000 });
    const voices = [
      voice(1_000, 2_000),
      voice(3_400, 500),
      voice(3_600, 2_000),
      voice(4_000, 100),
      voice(6_300, 10),
    ];
    const document = { ...film, sounds: [score, ...voices], duckDb: -18 };
    const line = listDuckPoints(document);
    const music = planSound(document).find(({ of }) => of === "score")!;
    for (let ms = 0; ms < 9_000; ms += 7) {
      const after = line.findIndex((point) => point.ms > ms);
      const [left, right] = [line[after - 1], line[after]];
      const level =
        left && right ? left.level + ((right.level - left.level) * (ms - left.ms)) / (right.ms - left.ms) : 0;
      expect(20 * Math.log10(music.gainAt(ms))).toBeCloseTo(level, 6);
    }
  });
});

describe("the plan of sounds", () => {
  it("crosses over during a cross-fade, and leaves out what is muted or off", () => {
    const first = makeVideoShot("00000000-0000-4000-8000-0000000000aa", { frames: 48 });
    const second = makeVideoShot("00000000-0000-4000-8000-0000000000bb", {
      frames: 48,
      transition: { kind: "fade", frames: 12 },
    });
    const parts = planSound({ ...film, shots: [first, second] });
    expect(parts.map(({ startMs, lengthMs }) => [startMs, lengthMs])).toEqual([
      [0, 2_000],
      [1_500, 2_000],
    ]);
    expect(parts[0]!.gainAt(1_750)).toBeCloseTo(0.5);
    expect(parts[1]!.gainAt(250)).toBeCloseTo(0.5);
    const muted = { ...film.tracks, shots: { level: 0, isMuted: true } };
    expect(planSound({ ...film, shots: [first, second], tracks: muted })).toEqual([]);
  });

  it("has the levels and fades of shots and pieces, and no own sound that is off", () => {
    const own = { level: -6, isOn: true, fadeInMs: 1_000, fadeOutMs: 500 };
    const shown = makeVideoShot("00000000-0000-4000-8000-0000000000aa", { frames: 48 });
    const withSound = (sound: typeof own) =>
      shown.content.kind === "video" ? { ...shown, content: { ...shown.content, sound } } : shown;
    const piece = makePiece({
      track: "effects",
      lengthMs: 2_000,
      level: -6,
      fadeInMs: 1_000,
      fadeOutMs: 500,
    });
    const tracks = {
      ...film.tracks,
      shots: { level: -6, isMuted: false },
      effects: { level: -6, isMuted: false },
    };
    const parts = planSound({ ...film, tracks, shots: [withSound(own)], sounds: [piece] });
    expect(parts).toHaveLength(2);
    const gain = 10 ** (-12 / 20);
    for (const { gainAt } of parts)
      for (const [ms, share] of [
        [0, 0],
        [500, 0.5],
        [1_200, 1],
        [1_750, 0.5],
        [2_000, 0],
      ] as const)
        expect(gainAt(ms)).toBeCloseTo(gain * share);
    expect(planSound({ ...film, shots: [withSound({ ...own, isOn: false })] })).toEqual([]);
  });
});
