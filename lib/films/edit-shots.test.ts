import { describe, expect, it } from "vitest";
import { createRandom } from "@/lib/media/testing/forged-pictures";
import { filmDocumentSchema, makeFilm, transitionKinds, type FilmDocument, type Shot } from "./film-document";
import {
  insertShots,
  moveShot,
  removeShots,
  replaceContent,
  setFrameRate,
  setShot,
  setSpeed,
  splitShot,
  trimShot,
} from "./edit-shots";
import {
  countFrames,
  countSourceFrames,
  findFrame,
  findSourceSeconds,
  measureFilm,
  placeShots,
} from "./lay-out-film";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "./testing/make-shots";

const clip = "00000000-0000-4000-8000-00000000c11b";
const lengths = new Map([[clip, 6]]);

function film(shots: Shot[], rest: Partial<FilmDocument> = {}): FilmDocument {
  return { ...makeFilm({ aspect: "16:9", frameRate: 24 }), shots, ...rest };
}

const framesOf = ({ shots }: FilmDocument) => shots.map(({ frames }) => frames);
const [one, two, three] = [makeShot(), makeShot(), makeShot()] as const;

describe("sounds and captions", () => {
  const voice = makePiece({ atMs: 2_500 });
  const music = makePiece({ track: "score", atMs: 0, lengthMs: 6_000 });
  const caption = makeCaption({ atMs: 4_000 });
  const whole = film([one, two, three], { sounds: [voice, music], captions: [caption] });
  const times = ({ sounds, captions }: FilmDocument) => [...sounds, ...captions].map(({ atMs }) => atMs);

  it("move with their shot when one is inserted before it; music stays", () => {
    expect(times(insertShots(whole, 1, [makeShot({ frames: 24 })]))).toEqual([3_500, 0, 5_000]);
  });

  it("move up when a shot before them is removed", () => {
    expect(times(removeShots(whole, new Set([one.id])))).toEqual([500, 0, 2_000]);
  });

  it("go with the shot that is moved", () => {
    expect(times(moveShot(whole, two.id, 0))).toEqual([500, 0, 4_000]);
  });

  it("stay at the cut when their own shot is removed", () => {
    expect(times(removeShots(whole, new Set([two.id])))).toEqual([2_500, 0, 2_000]);
  });

  it("behind a shot move by what it is trimmed", () => {
    const trimmed = trimShot(whole, two.id, { side: "end", frames: -24, lengths });
    expect(times(trimmed)).toEqual([2_500, 0, 3_000]);
  });
});

describe("trimming", () => {
  it("keeps one frame, and a video within its source", () => {
    const video = makeVideoShot(clip, { frames: 48, from: 2 });
    const start = film([video]);
    expect(framesOf(trimShot(start, video.id, { side: "end", frames: -100, lengths }))).toEqual([1]);
    expect(framesOf(trimShot(start, video.id, { side: "end", frames: 1_000, lengths }))).toEqual([96]);
    const longer = trimShot(start, video.id, { side: "start", frames: 1_000, lengths });
    expect(longer.shots[0]).toMatchObject({ frames: 96, content: { from: 0 } });
  });

  it("at the start keeps the last frame where it was in the source", () => {
    const video = makeVideoShot(clip, { frames: 48, from: 2, speed: 1.5 });
    const { shots } = trimShot(film([video]), video.id, { side: "start", frames: -13, lengths });
    const last = ({ frames, content }: Shot) =>
      content.kind === "video" ? findSourceSeconds(content, frames - 1, 24) : NaN;
    expect(last(shots[0]!)).toBeCloseTo(last(video), 9);
  });
});

describe("splitting", () => {
  it("shows the same frames as before", () => {
    const video = makeVideoShot(clip, { frames: 48, from: 1, speed: 2 });
    const whole = film([one, video]);
    const split = splitShot(whole, 60, crypto.randomUUID());
    expect(framesOf(split)).toEqual([48, 12, 36]);
    const seconds = (each: FilmDocument) =>
      Array.from({ length: 96 }, (_, frame) => {
        const [layer] = findFrame(placeShots(each), frame).layers;
        const { content } = layer!.placed.shot;
        return content.kind === "video" ? findSourceSeconds(content, layer!.frame, 24) : -1;
      });
    for (const [index, at] of seconds(whole).entries()) expect(seconds(split)[index]).toBeCloseTo(at, 9);
  });

  it("continues a pan where it is, and fades only at the outer ends", () => {
    const wide = { x: 0, y: 0, width: 1, height: 1 };
    const near = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
    const picture = makeShot({ content: { kind: "picture", itemId: clip, move: { from: wide, to: near } } });
    const { shots } = splitShot(film([picture]), 24, crypto.randomUUID());
    expect(shots[1]!.content).toMatchObject({ move: { from: { x: 0.25, width: 0.75 }, to: near } });
  });

  it("does nothing at a cut, in a transition and behind the end", () => {
    const whole = film([one, makeShot({ transition: { kind: "fade", frames: 10 } })]);
    for (const frame of [0, 38, 40, 48, 86, 500])
      expect(splitShot(whole, frame, crypto.randomUUID())).toBe(whole);
  });
});

it("replaces a take and keeps the cut", () => {
  const whole = film([makeShot({ frames: 100 }), two]);
  const { content } = makeVideoShot(clip);
  const replaced = replaceContent(whole, whole.shots[0]!.id, { content, lengths });
  expect(replaced.shots[0]).toMatchObject({ frames: 100, content: { itemId: clip } });
  const late = makeVideoShot(clip, { from: 5 }).content;
  expect(framesOf(replaceContent(whole, whole.shots[0]!.id, { content: late, lengths }))).toEqual([24, 48]);
});

it("keeps what a video shows when its speed changes", () => {
  const video = makeVideoShot(clip, { frames: 96, from: 0 });
  expect(framesOf(setSpeed(film([video]), video.id, 2, lengths))).toEqual([48]);
  expect(framesOf(setSpeed(film([video]), video.id, 0.5, lengths))).toEqual([192]);
});

it("keeps the length of a film within a frame when its rate changes", () => {
  const whole = film(Array.from({ length: 99 }, () => makeShot({ frames: 7 })));
  const faster = setFrameRate(whole, 30, lengths);
  expect(Math.abs(measureFilm(faster) - measureFilm(whole))).toBeLessThanOrEqual(1_000 / 30);
});

it("shows no more of a video than it has when the rate changes, and gives the frame to the next shot", () => {
  // Of 5.98 s, all frames at 25 a second. Its cuts are nearest to frames 12 and 156 at 24 a second, where it has 143.
  const video = makeVideoShot(clip, { from: 0.02, frames: 149 });
  const whole = film([makeShot({ frames: 13 }), video, makeShot({ frames: 25 })], { frameRate: 25 });
  expect(framesOf(setFrameRate(whole, 24, lengths))).toEqual([12, 143, 25]);
  expect(framesOf(setFrameRate(whole, 24, new Map()))).toEqual([12, 144, 24]);
});

it("gives a valid film, after any edits", () => {
  const random = createRandom(20261124);
  const below = (limit: number) => Math.floor(random() * limit);
  let edited = film([one, makeVideoShot(clip, { frames: 100 })], {
    sounds: [makePiece({ atMs: 3_000 }), makePiece({ atMs: 500 })],
    captions: [makeCaption({ atMs: 4_000 })],
  });
  for (let step = 0; step < 1_000; step += 1) {
    const id = edited.shots[below(edited.shots.length)]?.id ?? "none";
    const frames = below(200) - 100;
    const before = edited;
    const edits: (() => FilmDocument)[] = [
      () => insertShots(before, below(9), [makeVideoShot(clip, { frames: 1 + below(140) })]),
      () => (before.shots.length > 20 ? removeShots(before, new Set([id])) : before),
      () => moveShot(before, id, below(before.shots.length + 1)),
      () => trimShot(before, id, { side: random() < 0.5 ? "start" : "end", frames, lengths }),
      () => splitShot(before, below(1 + countFrames(placeShots(before))), crypto.randomUUID()),
      () => setShot(before, id, { transition: { kind: transitionKinds[below(4)]!, frames: below(300) } }),
      () => setSpeed(before, id, 0.5 + random() * 1.5, lengths),
      () => setFrameRate(before, ([24, 25, 30] as const)[below(3)]!, lengths),
    ];
    edited = edits[below(edits.length)]!();
    const parsed = filmDocumentSchema.safeParse(edited);
    expect(parsed.error?.issues ?? []).toEqual([]);
    for (const { frames: length, content } of edited.shots) {
      if (content.kind !== "video") continue;
      const available = countSourceFrames({ ...content, seconds: 6 }, edited.frameRate);
      expect(length).toBeLessThanOrEqual(Math.max(1, available));
    }
  }
});
