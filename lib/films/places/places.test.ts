import { describe, expect, it } from "vitest";
import type { ShotTraits } from "@/lib/generations/record/definition-port";
import { type FilmDocument, filmDocumentSchema, makeFilm, type Place, type Shot } from "../film-document";
import type { FilmItem } from "../film-dto";
import { splitShot } from "../edit-shots";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "../testing/make-shots";
import type { FilmGeneration, FilmGenerations } from "./film-generation-dto";
import { findAwaited, findPredecessor } from "./follow-place";
import { findObstacle, findPlaceStatus, listOpenShots } from "./place-status";
import { listSilentCaptions, nameGenerations, reopenPlace, resolvePlaces } from "./resolve-places";

const uuid = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;

const makePlace = (changes: Partial<Place> = {}): Place => ({
  kind: "place",
  generator: "moving",
  text: "The gulls lift off",
  model: null,
  firstFrame: { of: "none" },
  generationId: null,
  ...changes,
});
const makePlaceShot = (changes: Partial<Place> = {}, shot: Partial<Shot> = {}): Shot =>
  makeShot({ ...shot, content: makePlace(changes) });
const filmOf = (...shots: Shot[]): FilmDocument => ({
  ...makeFilm({ aspect: "16:9", frameRate: 24 }),
  shots,
});
const video = (id: string, durationSeconds = 6): FilmItem => ({
  id,
  assetId: uuid(900),
  kind: "video",
  name: "A video",
  mimeType: "video/mp4",
  durationSeconds,
});
const makeSent = (placeId: string, id: string, changes: Partial<FilmGeneration> = {}): FilmGeneration => ({
  placeId,
  after: null,
  id,
  isOwn: true,
  isErased: false,
  generator: "moving",
  model: "any",
  state: "succeeded",
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  error: null,
  items: [],
  ...changes,
});
const only = (...generations: FilmGeneration[]): FilmGenerations => ({ generations, waiting: [] });
const traits: ShotTraits = { firstFrame: "required", models: ["a-model"], textMaxLength: 20 };

describe("the generation that a shot waits for", () => {
  const shot = makePlaceShot();
  const first = makeSent(shot.id, uuid(1), { state: "failed" });
  const second = makeSent(shot.id, uuid(2), { after: uuid(1) });
  const other = makeSent(uuid(77), uuid(3));

  it("is the last one of its row, whether or not the document knows one", () => {
    for (const generationId of [null, uuid(1), uuid(2)]) {
      expect(findAwaited(shot.id, { generationId }, [first, second, other])).toBe(second);
    }
    expect(findAwaited(shot.id, {}, [other])).toBeNull();
  });

  it("is none of those that it is created again after", () => {
    expect(findAwaited(shot.id, { after: uuid(2) }, [first, second])).toBeNull();
    expect(findPredecessor(shot.id, { after: uuid(2) }, [first, second])).toBe(uuid(2));
    const third = makeSent(shot.id, uuid(4), { after: uuid(2) });
    expect(findAwaited(shot.id, { after: uuid(2) }, [first, second, third])).toBe(third);
  });

  it("may be one that another film sent, as in a copy", () => {
    expect(findAwaited(shot.id, { generationId: uuid(3) }, [other])).toBe(other);
    expect(findAwaited(shot.id, { generationId: uuid(3) }, [])).toBeNull();
  });

  it("is found in a row that leads back to itself", () => {
    const circle = [makeSent(shot.id, uuid(1), { after: uuid(2) }), second];
    expect(findAwaited(shot.id, { generationId: uuid(1) }, circle)?.id).toBeDefined();
  });
});

describe("a result", () => {
  it("falls into its shot, which keeps its cut and what it was created from", () => {
    const shot = makePlaceShot({}, { frames: 100, name: "Gulls", fit: "blur" });
    const before = makeVideoShot(uuid(50));
    const film = filmOf(before, shot);
    const resolved = resolvePlaces(film, [makeSent(shot.id, uuid(1), { items: [video(uuid(9))] })]);
    expect(resolved.shots[0]).toBe(before);
    expect(resolved.shots[1]).toMatchObject({
      id: shot.id,
      frames: 100,
      name: "Gulls",
      fit: "blur",
      content: { kind: "video", itemId: uuid(9), from: 0, speed: 1 },
      origin: { text: "The gulls lift off", generationId: uuid(1) },
    });
    expect(filmDocumentSchema.parse(JSON.parse(JSON.stringify(resolved)))).toEqual(resolved);
    // What it holds stays, whatever is sent later.
    expect(resolvePlaces(resolved, [makeSent(shot.id, uuid(2), { items: [video(uuid(10))] })])).toBe(
      resolved,
    );
  });

  it("shortens a shot that is longer than it", () => {
    const shot = makePlaceShot({}, { frames: 24 * 8 });
    const resolved = resolvePlaces(filmOf(shot), [
      makeSent(shot.id, uuid(1), { items: [video(uuid(9), 6)] }),
    ]);
    expect(resolved.shots[0]?.frames).toBe(24 * 6);
  });

  it("leaves alone what waits, what has no result, and what is skipped", () => {
    const shot = makePlaceShot();
    const film = filmOf(shot);
    const sound: FilmItem = { ...video(uuid(9)), kind: "audio" };
    for (const changes of [
      { state: "running" as const },
      { state: "failed" as const, items: [video(uuid(9))] },
      { items: [] },
      { items: [sound] },
    ]) {
      expect(resolvePlaces(film, [makeSent(shot.id, uuid(1), changes)])).toBe(film);
    }
    const done = makeSent(shot.id, uuid(1), { items: [video(uuid(9))] });
    expect(resolvePlaces(film, [done], new Set([shot.id]))).toBe(film);
  });

  it("can be created again with the same words, and doesn't fall in a second time", () => {
    const shot = makePlaceShot({ text: "A lamp" });
    const sent = [makeSent(shot.id, uuid(1), { items: [video(uuid(9))] })];
    const reopened = reopenPlace(resolvePlaces(filmOf(shot), sent), shot.id, sent);
    expect(reopened.shots[0]?.content).toMatchObject({ kind: "place", text: "A lamp", after: uuid(1) });
    expect(resolvePlaces(reopened, sent)).toBe(reopened);
    const again = [...sent, makeSent(shot.id, uuid(2), { after: uuid(1), items: [video(uuid(10))] })];
    expect(resolvePlaces(reopened, again).shots[0]?.content).toMatchObject({ itemId: uuid(10) });
  });

  it("is named by a copy, whose film sent nothing", () => {
    const shot = makePlaceShot();
    const sent = [makeSent(shot.id, uuid(1), { state: "running" })];
    const copy = nameGenerations(filmOf(shot), sent);
    expect(copy.shots[0]?.content).toMatchObject({ generationId: uuid(1) });
  });

  it("goes to the first half of a shot that is split while it is created", () => {
    const shot = makePlaceShot({ generationId: uuid(1) }, { frames: 96 });
    const [left, right] = splitShot(filmOf(shot), 48, uuid(70)).shots;
    expect(left?.content).toMatchObject({ generationId: uuid(1) });
    expect(right?.content).toMatchObject({ kind: "place", generationId: null });
  });
});

describe("a spoken caption", () => {
  const sound = (id: string): FilmItem => ({ ...video(id, 2.5), kind: "audio", mimeType: "audio/mpeg" });
  const caption = makeCaption({ atMs: 1_500 });
  const film = { ...filmOf(), captions: [caption] };
  const sent = makeSent(caption.id, uuid(1), { items: [sound(uuid(9))] });

  it("is put on the voice track at its caption’s time, once", () => {
    const resolved = resolvePlaces(film, [sent]);
    expect(resolved.sounds).toMatchObject([
      { id: uuid(1), track: "voice", itemId: uuid(9), atMs: 1_500, lengthMs: 2_500 },
    ]);
    expect(filmDocumentSchema.safeParse(resolved).success).toBe(true);
    expect(resolvePlaces(resolved, [sent])).toBe(resolved);
    // Also where somebody removed it; a new take is put there.
    const removed = { ...resolved, sounds: [] };
    expect(resolvePlaces(removed, [sent])).toBe(removed);
    const again = makeSent(caption.id, uuid(2), { after: uuid(1), items: [sound(uuid(10))] });
    expect(resolvePlaces(removed, [sent, again]).sounds).toMatchObject([{ id: uuid(2), itemId: uuid(10) }]);
  });

  it("lasts as long as its voice, or until the next caption", () => {
    expect(resolvePlaces(film, [sent]).captions).toMatchObject([{ lengthMs: 2_500, spoken: uuid(1) }]);
    const captions = [makeCaption({ atMs: 3_000 }), caption, makeCaption({ atMs: 500 })];
    expect(
      resolvePlaces({ ...film, captions }, [sent]).captions.map(({ atMs, lengthMs }) => [atMs, lengthMs]),
    ).toEqual([
      [3_000, 1_000],
      [1_500, 1_500],
      [500, 1_000],
    ]);
    const below = [caption, makeCaption({ atMs: 1_700 })];
    expect(resolvePlaces({ ...film, captions: below }, [sent]).captions[0]).toMatchObject({
      lengthMs: 2_500,
    });
    // What is made longer afterwards stays so.
    const resolved = resolvePlaces(film, [sent]);
    const longer = { ...resolved, captions: [{ ...resolved.captions[0]!, lengthMs: 4_000 }] };
    expect(resolvePlaces(longer, [sent])).toBe(longer);
  });

  it("is offered where no voice is heard or on its way", () => {
    const silent = (changes: Partial<FilmDocument>, generations: FilmGeneration[] = []) =>
      listSilentCaptions({ ...film, ...changes }, generations).length;
    expect(silent({})).toBe(1);
    expect(silent({}, [makeSent(caption.id, uuid(1), { state: "running" })])).toBe(0);
    expect(silent({}, [makeSent(caption.id, uuid(1), { state: "failed" })])).toBe(1);
    expect(silent({ sounds: [makePiece({ atMs: 2_400 })] })).toBe(0);
    expect(silent({ sounds: [makePiece({ atMs: 2_500 })] })).toBe(1);
    expect(silent({ sounds: [makePiece({ atMs: 2_000, track: "score" })] })).toBe(1);
    expect(silent({ captions: [{ ...caption, text: " " }] })).toBe(0);
  });
});

describe("a shot that is to be created", () => {
  it("says how far it is", () => {
    const shot = makePlaceShot();
    const status = (sent: FilmGenerations) => findPlaceStatus(shot, makePlace(), sent).kind;
    expect(status(only())).toBe("open");
    for (const state of ["queued", "starting", "running", "storing"] as const) {
      expect(status(only(makeSent(shot.id, uuid(1), { state })))).toBe("active");
    }
    for (const state of ["failed", "unknown", "cancelled"] as const) {
      expect(status(only(makeSent(shot.id, uuid(1), { state })))).toBe(state);
    }
    expect(status(only(makeSent(shot.id, uuid(1))))).toBe("done");
    const waits = (problem: string | null) => ({
      generations: [],
      waiting: [{ placeId: shot.id, isOwn: true, problem }],
    });
    expect(findPlaceStatus(shot, makePlace(), waits(null))).toEqual({ kind: "waiting", isOwn: true });
    expect(findPlaceStatus(shot, makePlace(), waits("film.shot-before"))).toEqual({
      kind: "open",
      problem: "film.shot-before",
    });
  });

  it("needs words that fit, a model that there is, and a first frame where its generator does", () => {
    const place = makePlace({ firstFrame: { of: "shot-before" } });
    const shot = makeShot({ content: place });
    const obstacle = (before: Shot | null, sent = only(), wanted: Partial<Place> = {}) =>
      findObstacle(
        { film: filmOf(...(before ? [before] : []), shot), shot, place: { ...place, ...wanted } },
        sent,
        traits,
      );
    expect(obstacle(makeVideoShot(uuid(5)))).toBeNull();
    expect(obstacle(makeVideoShot(uuid(5)), only(), { text: "  " })).toBe("no-text");
    // A pair of surrogates is one character.
    expect(obstacle(makeVideoShot(uuid(5)), only(), { text: "🎞".repeat(20) })).toBeNull();
    expect(obstacle(makeVideoShot(uuid(5)), only(), { text: "🎞".repeat(21) })).toBe("text-too-long");
    expect(obstacle(makeVideoShot(uuid(5)), only(), { model: "a-model" })).toBeNull();
    expect(obstacle(makeVideoShot(uuid(5)), only(), { model: "an-older-model" })).toBe("no-model");
    expect(findObstacle({ film: filmOf(shot), shot, place }, only(), undefined)).toBe("no-generator");
    expect(obstacle(null)).toBe("no-first-frame");
    expect(obstacle(makeShot())).toBe("no-first-frame");
    expect(obstacle(null, only(), { firstFrame: { of: "none" } })).toBe("no-first-frame");
    expect(obstacle(null, only(), { firstFrame: { of: "item", itemId: uuid(6) } })).toBeNull();
    const before = makePlaceShot();
    expect(obstacle(before)).toBe("shot-before-open");
    expect(obstacle(before, only(makeSent(before.id, uuid(1), { state: "queued" })))).toBeNull();
    expect(obstacle(before, only(makeSent(before.id, uuid(1), { state: "failed" })))).toBe(
      "shot-before-open",
    );
  });

  it("is listed with those that it follows, and without what is under way, may have been billed, or lacks something", () => {
    const follows = (text = "b") => makePlaceShot({ text, firstFrame: { of: "shot-before" } });
    const [one, two, three] = [
      makePlaceShot({ firstFrame: { of: "item", itemId: uuid(6) } }),
      follows(),
      follows(),
    ];
    const [lost, afterLost] = [makePlaceShot({ firstFrame: { of: "item", itemId: uuid(6) } }), follows()];
    const [billed, free] = [1, 2].map(() => makePlaceShot({ firstFrame: { of: "item", itemId: uuid(6) } }));
    const [running, afterRunning] = [makePlaceShot(), follows()];
    const wordless = follows(" ");
    const film = filmOf(one, two, three, lost, afterLost, billed!, free!, running, afterRunning, wordless);
    const failed = (mayBeBilled: boolean) =>
      ({ state: "failed", error: { code: "generation.ended-early", mayBeBilled } }) as const;
    const sent = only(
      makeSent(lost.id, uuid(1), { state: "unknown" }),
      makeSent(running.id, uuid(2), { state: "running" }),
      makeSent(billed!.id, uuid(3), failed(true)),
      makeSent(free!.id, uuid(4), failed(false)),
    );
    expect(listOpenShots(film, sent, () => traits).map(({ shot }) => shot.id)).toEqual([
      one.id,
      two.id,
      three.id,
      free!.id,
      afterRunning.id,
    ]);
  });
});
