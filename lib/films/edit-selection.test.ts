import { describe, expect, it } from "vitest";
import {
  copySelected,
  duplicateSelected,
  measureSelected,
  moveShots,
  pasteClipping,
  removeSelected,
  shiftPlaced,
  splitAt,
} from "./edit-selection";
import { filmDocumentSchema, makeFilm, type FilmDocument } from "./film-document";
import { makeCaption, makePiece, makeShot } from "./testing/make-shots";

const shots = Array.from({ length: 4 }, (_, index) => makeShot({ name: "abcd"[index]! }));
const [voice, music] = [makePiece({ atMs: 2_500 }), makePiece({ track: "score", lengthMs: 8_000 })];
const caption = makeCaption({ atMs: 2_500 });
const film: FilmDocument = {
  ...makeFilm({ aspect: "16:9", frameRate: 24 }),
  shots,
  sounds: [voice, music],
  captions: [caption],
};
const [a, b, c, d] = shots.map(({ id }) => id) as [string, string, string, string];
let last = 0;
const newId = () => `10000000-0000-4000-8000-${String((last += 1)).padStart(12, "0")}`;
const namesOf = (edited: FilmDocument) => edited.shots.map(({ name }) => name).join("");
/** What an edit gives is always a film that can be saved. */
const check = (edited: FilmDocument) => filmDocumentSchema.parse(edited) && edited;

describe("removing", () => {
  it("takes shots, sounds and captions at once", () => {
    const edited = check(removeSelected(film, new Set([a, voice.id, caption.id])));
    expect(namesOf(edited)).toBe("bcd");
    expect(edited.sounds).toEqual([music]);
    expect(edited.captions).toEqual([]);
  });

  it("leaves the film alone where nothing is selected", () => {
    expect(removeSelected(film, new Set(["other"]))).toBe(film);
  });
});

describe("duplicating", () => {
  it("puts copies behind, which then are selected", () => {
    const added = duplicateSelected(film, new Set([a, c, voice.id, caption.id]), newId);
    expect(namesOf(check(added.film))).toBe("abcacd");
    expect(added.film.sounds.at(-1)).toMatchObject({ itemId: voice.itemId, atMs: 3_500 });
    expect(added.film.captions.map(({ atMs }) => atMs)).toEqual([2_500, 3_500]);
    const ids = new Set(added.ids);
    expect(ids.size).toBe(4);
    expect(namesOf({ ...added.film, shots: [...copySelected(added.film, ids).shots] })).toBe("ac");
  });

  it("lets a generation belong to one shot only", () => {
    const place = makeShot({
      content: {
        ...{ kind: "place", generator: "video", text: "Gulls", model: null, firstFrame: { of: "none" } },
        generationId: newId(),
      },
    });
    const { film: edited } = duplicateSelected({ ...film, shots: [place] }, new Set([place.id]), newId);
    expect(edited.shots.map(({ content }) => content)).toEqual([
      place.content,
      { ...place.content, generationId: null },
    ]);
  });
});

describe("pasting", () => {
  it("puts shots at a cut and sounds at the playhead, as far from each other as they were", () => {
    const later = makeCaption({ atMs: 4_000 });
    const clipping = { ...copySelected(film, new Set([b, voice.id])), captions: [later] };
    const added = pasteClipping(film, clipping, { frame: 240, index: 1, newId });
    expect(namesOf(check(added.film))).toBe("abbcd");
    expect(added.film.sounds.at(-1)).toMatchObject({ atMs: 10_000 });
    expect(added.film.captions.at(-1)).toMatchObject({ atMs: 11_500 });
    expect(added.ids).toHaveLength(3);
  });

  it("leaves the film alone without anything to paste", () => {
    const added = pasteClipping(film, copySelected(film, new Set()), { frame: 5, index: 0, newId });
    expect(added).toEqual({ film, ids: [] });
    expect(added.film).toBe(film);
  });
});

describe("moving shots", () => {
  it.each([
    [[a], 4, "bcda"],
    [[a, c], 2, "bacd"],
    [[a, c], 4, "bdac"],
    [[b, d], 0, "bdac"],
    [[b, c], 2, "abcd"],
    [[a], 1, "abcd"],
    [[a, b, c, d], 2, "abcd"],
  ])("%#", (ids, index, names) => {
    expect(namesOf(check(moveShots(film, new Set(ids), index)))).toBe(names);
  });
});

describe("moving sounds", () => {
  it("moves them together, and none before the beginning", () => {
    const ids = new Set([voice.id, caption.id]);
    expect(shiftPlaced(film, ids, 500.4).sounds[0]).toMatchObject({ atMs: 3_000 });
    const edited = check(shiftPlaced(film, new Set([voice.id, music.id]), -900));
    expect(edited).toBe(film);
    expect(shiftPlaced(film, ids, -9_000).captions[0]).toMatchObject({ atMs: 0 });
  });
});

describe("splitting", () => {
  it("splits the selected sounds, else the shot", () => {
    const sound = splitAt(film, { frame: 72, ids: new Set([voice.id]), newId });
    expect(sound.sounds.map(({ lengthMs }) => lengthMs)).toEqual([500, 500, 8_000]);
    expect(sound.shots).toBe(film.shots);
    const shot = splitAt(film, { frame: 10, ids: new Set([voice.id]), newId });
    expect(shot.shots.map(({ frames }) => frames)).toEqual([10, 38, 48, 48, 48]);
    expect(splitAt(film, { frame: 48, ids: new Set(), newId })).toBe(film);
  });
});

it("measures what is selected", () => {
  expect(measureSelected(film, new Set([b, voice.id]))).toEqual({ fromMs: 2_000, toMs: 4_000 });
  expect(measureSelected(film, new Set())).toBeNull();
});
