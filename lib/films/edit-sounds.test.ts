import { describe, expect, it } from "vitest";
import { createRandom } from "@/lib/media/testing/forged-pictures";
import { filmDocumentSchema, longestFilmMs, makeFilm, type FilmDocument } from "./film-document";
import {
  addCaptions,
  captionVoice,
  findLevel,
  findSnap,
  listSnapMoments,
  movePlaced,
  removePlaced,
  replaceSound,
  setCaption,
  setSound,
  splitSound,
  trimPlaced,
} from "./edit-sounds";
import { makeCaption, makePiece, makeShot } from "./testing/make-shots";

const item = "00000000-0000-4000-8000-0000000050d0";
const lengths = new Map([[item, 10]]);
const piece = makePiece({
  itemId: item,
  atMs: 4_000,
  from: 2,
  lengthMs: 3_000,
  fadeInMs: 500,
  fadeOutMs: 800,
});
const caption = makeCaption({ atMs: 1_000 });

function film(rest: Partial<FilmDocument>): FilmDocument {
  return { ...makeFilm({ aspect: "16:9", frameRate: 24 }), ...rest };
}

const whole = film({ sounds: [piece], captions: [caption] });

/** The moment of the source that is heard at a moment of the film. */
const heardAt = ({ sounds }: FilmDocument, ms: number) =>
  sounds.flatMap(({ atMs, from, lengthMs }) =>
    ms >= atMs && ms < atMs + lengthMs ? [from + (ms - atMs) / 1_000] : [],
  );

describe("trimming", () => {
  it("leaves what is heard where it was", () => {
    for (const ms of [-1_234, 700, 1_999]) {
      const trimmed = trimPlaced(whole, piece.id, { side: "start", ms, lengths });
      expect(trimmed.sounds[0]).toMatchObject({ atMs: 4_000 - ms, lengthMs: 3_000 + ms });
      expect(heardAt(trimmed, 6_000)[0]).toBeCloseTo(4, 9);
    }
  });

  it("ends with the source, and leaves a little", () => {
    const trim = (side: "start" | "end", ms: number) =>
      trimPlaced(whole, piece.id, { side, ms, lengths }).sounds[0]!;
    expect(trim("end", 99_000).lengthMs).toBe(8_000);
    expect(trim("start", 99_000)).toMatchObject({ atMs: 2_000, from: 0, lengthMs: 5_000 });
    expect(trim("end", -99_000).lengthMs).toBe(40);
    expect(trim("start", -99_000)).toMatchObject({ atMs: 6_960, lengthMs: 40 });
  });

  it("moves the level line with the sound", () => {
    const points = [
      { ms: 0, level: 0 },
      { ms: 2_000, level: -20 },
    ];
    const lined = setSound(whole, piece.id, { points });
    const shorter = trimPlaced(lined, piece.id, { side: "start", ms: -1_000, lengths }).sounds[0]!;
    expect(shorter.points).toEqual([
      { ms: 0, level: -10 },
      { ms: 1_000, level: -20 },
    ]);
    const longer = trimPlaced(lined, piece.id, { side: "start", ms: 1_000, lengths }).sounds[0]!;
    expect(longer.points).toEqual([
      { ms: 1_000, level: 0 },
      { ms: 3_000, level: -20 },
    ]);
  });

  it("of a caption needs no source", () => {
    const longer = trimPlaced(whole, caption.id, { side: "start", ms: 5_000, lengths });
    expect(longer.captions[0]).toMatchObject({ atMs: 0, lengthMs: 2_000 });
    expect(setCaption(longer, caption.id, "Another").captions[0]!.text).toBe("Another");
  });
});

describe("replacing", () => {
  it("keeps the place and takes what the new source has, from its start", () => {
    const of = (seconds: number) => {
      const replaced = replaceSound(whole, piece.id, { itemId: "new", lengths: new Map([["new", seconds]]) });
      return replaced.sounds[0]!;
    };
    expect(of(60)).toEqual({ ...piece, itemId: "new", from: 0 });
    expect(of(1.5)).toEqual({ ...piece, itemId: "new", from: 0, lengthMs: 1_500 });
    expect(replaceSound(whole, "none", { itemId: "new", lengths })).toBe(whole);
  });
});

describe("splitting", () => {
  it("is not heard", () => {
    const points = [
      { ms: 500, level: 0 },
      { ms: 2_500, level: -24 },
    ];
    const lined = setSound(whole, piece.id, { points });
    const split = splitSound(lined, piece.id, 5_300, makePiece().id);
    expect(split.sounds.map(({ atMs, lengthMs }) => [atMs, lengthMs])).toEqual([
      [4_000, 1_300],
      [5_300, 1_700],
    ]);
    expect(split.sounds.map(({ fadeInMs, fadeOutMs }) => [fadeInMs, fadeOutMs])).toEqual([
      [500, 0],
      [0, 800],
    ]);
    for (const ms of [4_000, 4_700, 5_299, 5_300, 6_400, 6_999]) {
      expect(heardAt(split, ms)).toHaveLength(1);
      expect(heardAt(split, ms)[0]).toBeCloseTo(heardAt(lined, ms)[0]!, 9);
      const part = split.sounds.find(({ atMs, lengthMs }) => ms >= atMs && ms < atMs + lengthMs)!;
      expect(findLevel(part.points, ms - part.atMs)).toBeCloseTo(findLevel(points, ms - 4_000), 9);
    }
  });

  it("beside the sound changes nothing", () => {
    expect(splitSound(whole, piece.id, 4_000, makePiece().id)).toBe(whole);
    expect(splitSound(whole, piece.id, 7_500, makePiece().id)).toBe(whole);
    expect(splitSound(whole, caption.id, 1_500, makePiece().id)).toBe(whole);
  });
});

it("moves within the longest film, and keeps captions in order", () => {
  expect(movePlaced(whole, piece.id, -50).sounds[0]!.atMs).toBe(0);
  expect(movePlaced(whole, piece.id, longestFilmMs).sounds[0]!.atMs).toBe(longestFilmMs - 3_000);
  const two = addCaptions(whole, [makeCaption({ atMs: 200, text: "First" })]);
  expect(two.captions.map(({ atMs }) => atMs)).toEqual([200, 1_000]);
  expect(movePlaced(two, two.captions[0]!.id, 2_000).captions.map(({ text }) => text)).toEqual([
    "A caption",
    "First",
  ]);
  expect(removePlaced(two, new Set([caption.id, piece.id]))).toMatchObject({
    sounds: [],
    captions: [{ text: "First" }],
  });
});

it("captions the sentences of a voice that are heard, at their times", () => {
  const sentences = [
    { index: 0, text: "Cut away.", startMs: 0, endMs: 1_900 },
    { index: 1, text: "Half of it. ", startMs: 1_900, endMs: 3_000 },
    { index: 2, text: "  ", startMs: 3_000, endMs: 3_500 },
    { index: 3, text: "The end<#0.8#> is cut.<#1.2#>", startMs: 3_500, endMs: 9_000 },
    { index: 4, text: "Never heard.", startMs: 9_000, endMs: 9_900 },
  ];
  const captions = captionVoice(piece, sentences, () => makeCaption().id);
  expect(captions.map(({ atMs, lengthMs, text }) => [atMs, lengthMs, text])).toEqual([
    [4_000, 1_000, "Half of it."],
    [5_500, 1_500, "The end is cut."],
  ]);
});

it("snaps to the nearest moment within reach", () => {
  const placed = film({ shots: [makeShot(), makeShot()], sounds: [piece], captions: [caption] });
  const moments = listSnapMoments(placed, new Set([piece.id]));
  expect(moments).toEqual([0, 1_000, 2_000, 4_000]);
  expect(findSnap([3_930, 6_930], moments, 100)).toBe(70);
  expect(findSnap([3_800, 6_800], moments, 100)).toBe(0);
  expect(findSnap([1_040, 1_990], moments, 100)).toBe(10);
});

it("leaves a valid film after any edits", () => {
  const random = createRandom(20_261_124);
  const upTo = (most: number) => Math.floor(random() * most);
  let current = addCaptions(whole, [makeCaption({ atMs: 3_000 })]);
  for (let step = 0; step < 500; step += 1) {
    const all = [...current.sounds, ...current.captions];
    const { id } = all[upTo(all.length)]!;
    const ms = upTo(20_000) - 10_000;
    const side = random() < 0.5 ? "start" : "end";
    const newId = `00000000-0000-4000-9000-${String(step).padStart(12, "0")}`;
    const points = [0, 300, 900].map((at) => ({ ms: at, level: -upTo(30) }));
    current = [
      () => movePlaced(current, id, ms),
      () => trimPlaced(current, id, { side, ms: ms / 4, lengths }),
      () => splitSound(current, id, current.sounds[0]!.atMs + upTo(3_000), newId),
      () => setSound(current, id, { points, fadeInMs: upTo(500) }),
    ][upTo(4)]!();
    for (const { itemId, from, lengthMs } of current.sounds)
      expect(from + lengthMs / 1_000).toBeLessThanOrEqual(lengths.get(itemId)! + 0.001);
  }
  expect(filmDocumentSchema.safeParse(current).error).toBeUndefined();
  expect(current.sounds.length).toBeGreaterThan(5);
});
