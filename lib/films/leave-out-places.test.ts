import { expect, it } from "vitest";
import { type FilmDocument, filmDocumentSchema, makeFilm } from "./film-document";
import { measureFilm } from "./lay-out-film";
import { leaveOutPlaces } from "./leave-out-places";
import { makeCaption, makePiece, makeShot } from "./testing/make-shots";

const makePlace = (name: string) =>
  makeShot({
    name,
    content: {
      ...{ kind: "place", generator: "image", text: name, model: null, firstFrame: { of: "none" } },
      generationId: null,
    },
  });

/** Six shots of two seconds; the third and the last have no result. */
const film: FilmDocument = {
  ...makeFilm({ aspect: "16:9", frameRate: 24 }),
  shots: [..."abcdef"].map((name) => ("cf".includes(name) ? makePlace(name) : makeShot({ name }))),
  sounds: [
    makePiece({ atMs: 500 }),
    makePiece({ atMs: 4_000 }),
    makePiece({ atMs: 6_000, track: "effects" }),
    makePiece({ atMs: 0, lengthMs: 14_500, track: "score" }),
    makePiece({ atMs: 1_000, lengthMs: 2_000, track: "score" }),
    makePiece({ atMs: 11_000, lengthMs: 1_000, track: "score" }),
  ],
  captions: [makeCaption({ atMs: 5_999 }), makeCaption({ atMs: 8_000 }), makeCaption({ atMs: 10_000 })],
};

it("leaves out shots without a result, with what is said in them, and moves up what comes behind", () => {
  const edited = filmDocumentSchema.parse(leaveOutPlaces(film));
  expect(edited.shots.map(({ name }) => name).join("")).toBe("abde");
  const [early, , effect, song, shortMusic] = film.sounds;
  expect(edited.sounds).toEqual([
    early,
    { ...effect, atMs: 4_000 },
    // It went on for 2.5 s behind the pictures.
    { ...song, lengthMs: 10_500 },
    shortMusic,
  ]);
  expect(edited.captions).toEqual([{ ...film.captions[1], atMs: 6_000 }]);
  expect(measureFilm(edited)).toBe(10_500);
});

it("leaves a film alone whose shots all have a result, and nothing of one without any", () => {
  const whole = { ...film, shots: film.shots.filter(({ content }) => content.kind !== "place") };
  expect(leaveOutPlaces(whole)).toBe(whole);
  const unmade = { ...film, shots: [makePlace("a")], sounds: [], captions: [] };
  expect(leaveOutPlaces(unmade).shots).toEqual([]);
});
