import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openVideoStudio, type VideoStudio } from "@/generators/video/testing/video-studio";
import { filmGenerator } from "@/lib/items/film-items";
import { findAsset } from "@/lib/media/find-asset.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { putMember } from "@/lib/projects/change/project-members.server";
import { createProject } from "@/lib/projects/change/change-project.server";
import { copyFilm, createFilm } from "../change/create-film.server";
import { saveFilm } from "../change/save-film.server";
import { type FilmDocument, makeFilm, type Place, type Shot } from "../film-document";
import { createFilmBodySchema } from "../film-input";
import { createExport } from "../export/create-export.server";
import { exportSettingsSchema } from "../export-dto";
import { makeCaption, makeShot, makeVideoShot } from "../testing/make-shots";
import { cancelPlaces } from "./cancel-places.server";
import { createPlaces, openResolvedFilm } from "./create-places.server";
import { createPlacesBodySchema } from "./place-input";
import { sendWaiting } from "./send-waiting.server";

/** What is sent for a film, by a person who presses, is killed, or works with others. */
describe("shots of a film", { timeout: 120_000 }, () => {
  let studio: VideoStudio;
  let userId: string;

  beforeAll(async () => {
    studio = await openVideoStudio();
    ({ userId } = studio);
    await studio.override({
      rateLimits: {
        endpoints: {
          videoGeneration: { requests: 1_000, windowMs: 60_000 },
          imageGeneration: { requests: 1_000, windowMs: 60_000 },
          speech: { requests: 1_000, windowMs: 60_000 },
        },
      },
      polling: { videoIntervalMs: 100 },
    });
  });
  afterAll(() => studio.close());

  const makePlace = (changes: Partial<Place> = {}): Place => ({
    kind: "place",
    generator: "image",
    text: `A lamp ${randomUUID()}`,
    model: null,
    firstFrame: { of: "none" },
    generationId: null,
    ...changes,
  });
  const place = (changes: Partial<Place> = {}, shot: Partial<Shot> = {}) =>
    makeShot({ id: randomUUID(), name: "The lamp", ...shot, content: makePlace(changes) });
  const follows = () =>
    place(
      { generator: "video", model: "Vendor-Video-02", firstFrame: { of: "shot-before" } },
      { frames: 96 },
    );
  const filmOf = (...shots: Shot[]): FilmDocument => ({
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots,
  });
  const make = (document: FilmDocument, { as = userId, projectId = null as string | null } = {}) =>
    createFilm(
      studio.test.database,
      as,
      createFilmBodySchema.parse({ title: "Harbour", document, projectId }),
    );
  const open = (filmId: string, as = userId) => openResolvedFilm(studio.services, { userId: as, filmId });
  const create = (filmId: string, body: object, as = userId) =>
    createPlaces(
      studio.services,
      { userId: as, filmId },
      createPlacesBodySchema.parse({ version: 1, ...body }),
    );
  const one = (shot: Shot, after: string | null = null, more = {}) => ({
    shots: [{ id: shot.id, after, ...more }],
  });
  /** Without exported films, which send nothing. */
  const count = () => studio.test.database.generation.count({ where: { generator: { not: filmGenerator } } });
  const contentOf = async (filmId: string, shot: Shot, as = userId) =>
    (await open(filmId, as)).document.shots.find(({ id }) => id === shot.id)!.content;
  const readPixel = async (assetId: string, as = userId) => {
    const asset = (await findAsset(assetId, as))!;
    const chunks = await Array.fromAsync(await openAsset(asset));
    return sharp(Buffer.concat(chunks as Buffer[])).stats();
  };

  it("are sent once, however often and from wherever they are asked for", async () => {
    const shot = place();
    const { id } = await make(filmOf(shot));
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(id, one(shot))));
    await create(id, one(shot));
    expect(await count()).toBe(before + 1);
    const ids = answers.map(({ generations }) => generations.map((each) => each.id));
    expect(new Set(ids.flat()).size).toBe(1);
    expect(answers[0]?.generations).toMatchObject([
      { placeId: shot.id, after: null, isOwn: true, generator: "image", items: [] },
    ]);
    const [row] = await studio.test.database.generation.findMany({ where: { id: ids.flat()[0]! } });
    expect(row).toMatchObject({
      title: "The lamp",
      input: {
        model: "image-01",
        n: 1,
        aspect_ratio: "16:9",
        prompt: shot.content.kind === "place" && shot.content.text,
      },
    });
  });

  it("are not sent with other words after the same one, nor for another version of the film", async () => {
    const shot = place();
    const { id } = await make(filmOf(shot));
    await create(id, one(shot));
    const changed = filmOf({ ...shot, content: makePlace({ text: "A boat" }) });
    await saveFilm(
      studio.test.database,
      { userId, id },
      { version: 1, key: randomUUID(), document: changed },
    );
    const before = await count();
    await expect(create(id, one(shot))).rejects.toMatchObject({ code: "film.changed" });
    await expect(create(id, { version: 2, ...one(shot) })).rejects.toMatchObject({ code: "film.shot-sent" });
    const [first] = (await open(id)).generations;
    await expect(create(id, { version: 2, ...one(shot, first!.id) })).rejects.toMatchObject({
      code: "film.shot-sent",
    });
    await expect(create(id, { version: 2, ...one(shot, randomUUID()) })).rejects.toMatchObject({
      code: "film.shot-gone",
    });
    expect(await count()).toBe(before);
  });

  it("get their result where nobody has saved that anything was sent", async () => {
    const shot = place({}, { frames: 72 });
    const { id } = await make(filmOf(shot));
    await create(id, one(shot));
    expect((await contentOf(id, shot)).kind).toBe("place");
    const worker = await studio.startWorker();
    const [sent] = (await open(id)).generations;
    const ended = await studio.waitForEnd(sent!.id);
    expect(ended.state).toBe("succeeded");
    const resolved = await open(id);
    expect(resolved.film.document.shots[0]?.content.kind).toBe("place");
    expect(resolved.document.shots[0]).toMatchObject({
      frames: 72,
      content: { kind: "picture", itemId: ended.outputs[0]!.item!.id },
      origin: { generationId: sent!.id },
    });
    // Asked for again by a tab that doesn't know, nothing is sent.
    const before = await count();
    await create(id, one(shot));
    expect(await count()).toBe(before);
    // An export holds it, too.
    const settings = exportSettingsSchema.parse({ format: "mp4" });
    const request = { key: randomUUID(), locale: "en", settings } as const;
    const exported = await createExport(studio.test.database, { userId, id }, request);
    const row = await studio.test.database.filmExport.findUniqueOrThrow({ where: { id: exported.id } });
    expect(row.document).toMatchObject({ shots: [{ content: { kind: "picture" } }] });
    // Nor is anything lost in a copy.
    const copy = await copyFilm(studio.test.database, { userId, id }, {});
    expect(await contentOf(copy.id, shot)).toEqual(resolved.document.shots[0]?.content);
    await worker.stop();
  });

  it("are tried again once after a failure, and after what may have been billed only by consent", async () => {
    const shot = place({ text: "[[fault:1026]] A lamp" });
    const { id } = await make(filmOf(shot));
    await create(id, one(shot));
    const worker = await studio.startWorker();
    const [first] = (await open(id)).generations;
    const { state, error: fault } = await studio.waitForEnd(first!.id);
    await worker.stop();
    expect(state).toBe("failed");
    expect((await open(id)).generations).toMatchObject([
      { state, error: { code: fault!.code, mayBeBilled: fault!.made !== "nothing" } },
    ]);
    const before = await count();
    await Promise.all([create(id, one(shot, first!.id)), create(id, one(shot, first!.id))]);
    expect(await count()).toBe(before + 1);
    const [, second] = (await open(id)).generations;
    expect(second).toMatchObject({ after: first!.id });
    await studio.test.database.generation.update({ where: { id: second!.id }, data: { state: "unknown" } });
    await expect(create(id, one(shot, second!.id))).rejects.toMatchObject({ code: "generation.state" });
    await create(id, one(shot, second!.id, { mayBeBilledAgain: true }));
    expect(await count()).toBe(before + 2);
    const third = (await open(id)).generations.at(-1)!;
    const error = { code: "generation.ended-early", made: "something" };
    await studio.test.database.generation.update({
      where: { id: third.id },
      data: { state: "failed", error },
    });
    await expect(create(id, one(shot, third.id))).rejects.toMatchObject({ code: "generation.state" });
    await create(id, one(shot, third.id, { mayBeBilledAgain: true }));
    expect(await count()).toBe(before + 3);
  });

  it("begin with the last frame that is seen of the shot before", async () => {
    const worker = await studio.startWorker();
    const video = await studio.filmToEnd("A clock");
    const { item } = video.outputs[0]!;
    const early = makeVideoShot(item!.id, { id: randomUUID(), frames: 24 });
    const next = follows();
    const { id } = await make(filmOf(early, next));
    await create(id, one(next));
    const [sent] = (await open(id)).generations;
    const { input } = await studio.waitForEnd(sent!.id);
    expect(input).toMatchObject({ duration: 6, resolution: "768P" });
    const frame = input["first_frame_image"] as { assetId: string };
    const asset = await findAsset(frame.assetId, userId);
    // Seen for one second of a video with a frame a second: its first one, not its last one.
    expect(asset?.fileName).toMatch(/\(0 s\)\.png$/);
    expect((await readPixel(frame.assetId)).channels.length).toBeGreaterThan(2);
    await worker.stop();
  });

  it("wait for the shot before, and are sent by a worker when it is there", async () => {
    const [picture, second, third] = [place(), follows(), follows()];
    const { id } = await make(filmOf(picture, second, third));
    const before = await count();
    const all = { shots: [picture, second, third].map((shot) => ({ id: shot.id, after: null })) };
    const [answer] = await Promise.all([create(id, all), create(id, all)]);
    expect(answer?.waiting).toMatchObject([{ problem: null }, { problem: null }]);
    expect(await count()).toBe(before + 1);
    const worker = await studio.startWorker();
    await vi.waitFor(
      async () => {
        const kinds = (await open(id)).document.shots.map(({ content }) => content.kind);
        expect(kinds).toEqual(["picture", "video", "video"]);
      },
      { timeout: 60_000, interval: 200 },
    );
    await worker.stop();
    expect(await count()).toBe(before + 3);
    expect((await open(id)).waiting).toEqual([]);
  });

  it("end their wait with the reason when the shot before fails, and can be sent again", async () => {
    const [picture, second] = [place({ text: "[[fault:1026]] A lamp" }), follows()];
    const { id } = await make(filmOf(picture, second));
    await create(id, { shots: [picture, second].map((shot) => ({ id: shot.id, after: null })) });
    const worker = await studio.startWorker();
    await vi.waitFor(
      async () => expect((await open(id)).waiting).toMatchObject([{ problem: "film.shot-before" }]),
      { timeout: 30_000, interval: 200 },
    );
    await worker.stop();
    await expect(create(id, one(second))).rejects.toMatchObject({ code: "film.shot-before" });
    const card = filmOf(makeShot({ id: randomUUID() }), second);
    await saveFilm(studio.test.database, { userId, id }, { version: 1, key: randomUUID(), document: card });
    await expect(create(id, { version: 2, ...one(second) })).rejects.toMatchObject({
      code: "film.no-first-frame",
    });
  });

  /** A film with one shot that waits for another, which has just ended without a worker. */
  async function makeReady(): Promise<string> {
    const { assetId } = await studio.bringPicture(640, 360);
    expect(assetId).toBeDefined();
    const [picture, second] = [place(), follows()];
    const { id } = await make(filmOf(picture, second));
    await create(id, { shots: [picture, second].map((shot) => ({ id: shot.id, after: null })) });
    const [sent] = (await open(id)).generations;
    // Ends without a worker, so that none sends what waits.
    const done = await studio.test.database.item.findFirstOrThrow({ where: { userId, kind: "image" } });
    await studio.test.database.generation.update({
      where: { id: sent!.id },
      data: { state: "succeeded", finishedAt: new Date() },
    });
    await studio.test.database.item.update({ where: { id: done.id }, data: { generationId: sent!.id } });
    return id;
  }

  it("aren’t sent when they are cancelled while a worker prepares them", async () => {
    const id = await makeReady();
    const before = await count();
    const { services } = studio;
    let cancelled: Promise<unknown> | undefined;
    const inputChecks: typeof services.inputChecks = {
      ...services.inputChecks,
      async load(...options) {
        await (cancelled ??= cancelPlaces(services, { userId, filmId: id }));
        return services.inputChecks.load(...options);
      },
    };
    const faults: unknown[] = [];
    await sendWaiting({ ...services, inputChecks }, (error) => faults.push(error));
    expect(cancelled).toBeDefined();
    expect(faults).toEqual([]);
    expect(await count()).toBe(before);
    expect((await open(id)).waiting).toEqual([]);
  });

  it("are sent once by several workers at a time", async () => {
    const id = await makeReady();
    const before = await count();
    const faults: unknown[] = [];
    await Promise.all(
      Array.from({ length: 4 }, () => sendWaiting(studio.services, (error) => faults.push(error))),
    );
    expect(faults).toEqual([]);
    expect(await count()).toBe(before + 1);
    expect((await open(id)).waiting).toEqual([]);
  });

  it("are cancelled together while they wait", async () => {
    const [one_, two, three] = [place(), place(), follows()];
    const { id } = await make(filmOf(one_, two, three));
    await create(id, { shots: [one_, two, three].map((shot) => ({ id: shot.id, after: null })) });
    const cancelled = await cancelPlaces(studio.services, { userId, filmId: id });
    expect(cancelled.waiting).toEqual([]);
    expect(cancelled.generations.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
    expect(await cancelPlaces(studio.services, { userId, filmId: id })).toEqual(cancelled);
  });

  it("are of everybody who works on the film, sent by one of them, and nobody else’s", async () => {
    const [ben, cleo, dan] = await Promise.all(
      ["Ben", "Cleo", "Dan"].map((name) =>
        studio.test.database.user.create({ data: { email: `${randomUUID()}@example.test`, name } }),
      ),
    );
    const { id: projectId } = await createProject(studio.test.database, userId, { title: "Harbour" });
    const author = { userId };
    for (const [person, role] of [
      [ben!, "work"],
      [cleo!, "view"],
    ] as const) {
      await putMember(studio.test.database, { author, id: projectId, email: person.email, role });
    }
    await studio.test.database.connection.create({ data: { userId: ben!.id, profileId: "sandbox" } });
    const shot = place();
    const { id } = await make(filmOf(shot), { projectId });
    const before = await count();
    await Promise.all([create(id, one(shot)), create(id, one(shot), ben!.id)]);
    expect(await count()).toBe(before + 1);
    await expect(create(id, one(shot), cleo!.id)).rejects.toMatchObject({ code: "film.role" });
    await expect(create(id, one(shot), dan!.id)).rejects.toMatchObject({ code: "not-found" });
    await expect(open(id, dan!.id)).rejects.toMatchObject({ code: "not-found" });
    const worker = await studio.startWorker();
    await vi.waitFor(
      async () => {
        for (const as of [userId, ben!.id, cleo!.id]) {
          expect((await contentOf(id, shot, as)).kind).toBe("picture");
        }
      },
      { timeout: 30_000, interval: 200 },
    );
    await worker.stop();
    const seen = await open(id, cleo!.id);
    expect(seen.generations).toMatchObject([{ isOwn: false, state: "succeeded" }]);
    // A document that names somebody else's generation shows nothing of it.
    const stolen = place({ generationId: seen.generations[0]!.id });
    const own = await make(filmOf(stolen), { as: dan!.id });
    expect((await open(own.id, dan!.id)).generations).toEqual([]);
  });

  it("speaks captions, each once", async () => {
    const caption = makeCaption({ id: randomUUID(), atMs: 2_500, text: "Nobody sleeps tonight." });
    const { id } = await make({ ...filmOf(place()), captions: [caption] });
    const before = await count();
    const body = {
      captions: [
        { id: caption.id, after: null, generator: "speech", voiceId: "English_expressive_narrator" },
      ],
    };
    await Promise.all([create(id, body), create(id, body)]);
    expect(await count()).toBe(before + 1);
    const [sent] = (await open(id)).generations;
    expect(sent).toMatchObject({ placeId: caption.id, generator: "speech" });
    const worker = await studio.startWorker();
    const { outputs } = await studio.waitForEnd(sent!.id);
    await worker.stop();
    expect((await open(id)).document).toMatchObject({
      sounds: [{ track: "voice", itemId: outputs[0]!.item!.id, atMs: 2_500 }],
      captions: [{ id: caption.id, spoken: sent!.id }],
    });
  });
});
