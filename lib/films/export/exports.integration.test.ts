import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { getLineage } from "@/lib/generations/read/get-lineage.server";
import { getSubtitles } from "@/lib/generations/read/get-subtitles.server";
import { findItemsById } from "@/lib/items/read/list-items.server";
import type { RunningWorker } from "@/server/open-worker.server";
import { createProject } from "@/lib/projects/change/change-project.server";
import { putMember } from "@/lib/projects/change/project-members.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { getThumbnail } from "@/lib/media/thumbnails.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { changeFilm, deleteFilm } from "../change/change-film.server";
import { createFilm } from "../change/create-film.server";
import { createExportBodySchema, type FilmExportDto, isActiveExport } from "../export-dto";
import { type FilmDocument, makeFilm, type Shot } from "../film-document";
import { maxActiveExports } from "../film-limits";
import { readFrames, readNumber, writeNumberedVideo } from "../render/testing/numbered-video";
import { tone, writeWav } from "../render/testing/test-sounds";
import { addSource } from "../testing/add-source.server";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "../testing/make-shots";
import { claimExport } from "./claim-export.server";
import { createExport } from "./create-export.server";
import { cancelAllExports, cancelExport, forgetExport } from "./end-export.server";
import { getExport, listExports, listOwnExports } from "./read-exports.server";
import { type ExportServices, NoRoomError, runExport } from "./run-export.server";

let studio: StudioHarness;
let folder: string;
let video: string;
let hum: string;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  studio = await openStudioHarness();
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-exports-"));
  const { database } = studio.test;
  const at = (name: string) => path.join(folder, name);
  const { userId } = studio;
  const frames = await writeNumberedVideo(at("a.mp4"), { frames: 120, frameRate: 24 });
  video = await addSource(database, { userId, kind: "video", file: frames, name: "Ferry" });
  const sound = await writeWav(at("hum.wav"), { seconds: 4 }, tone(220));
  hum = await addSource(database, { userId, kind: "audio", file: sound, name: "Hum" });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  // What a failed test left would count for the others.
  await cancelAllExports(studio.test.database, studio.userId);
});
afterAll(async () => {
  await studio.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = { format: "mp4", quality: "720p", captions: "none", loudnessLufs: null } as const;

async function addFilm(shots: Shot[], changes: Partial<FilmDocument> = {}): Promise<string> {
  const document = { ...makeFilm({ aspect: "1:1", frameRate: 24 }), shots, ...changes };
  const { id } = await createFilm(studio.test.database, studio.userId, {
    ...{ title: "Harbour lights", aspect: "1:1", frameRate: 24 },
    document,
  });
  return id;
}

const ask = (id: string, body: object = {}) =>
  createExport(
    studio.test.database,
    { userId: studio.userId, id },
    createExportBodySchema.parse({ settings, key: randomUUID(), ...body }),
  );

/** Every state of an export that browsers are told of, up to one that meets the condition. */
async function follow(
  id: string,
  isThere: (found: FilmExportDto) => boolean = (found) => !isActiveExport(found),
): Promise<FilmExportDto[]> {
  const seen: FilmExportDto[] = [];
  const reached = Promise.withResolvers<void>();
  const look = async () => {
    const found = await getExport(studio.test.database, { userId: studio.userId, exportId: id });
    if (found.revision > (seen.at(-1)?.revision ?? 0)) seen.push(found);
    if (isThere(found)) reached.resolve();
  };
  const unsubscribe = studio.hub.subscribe(studio.userId, {
    onChange: () => {},
    onFilmExportChange: (changed) => void (changed === id && look().catch(reached.reject)),
    onLineChange: () => {},
    onGap: () => {},
  });
  await look();
  await reached.promise.finally(unsubscribe);
  return seen;
}

const listFolders = () => readdir(path.join(process.env.STUDIO_DATA_DIR!, "media", "exports"));

describe("an export", () => {
  it("becomes an item of the library that says what it was made of", async () => {
    worker = await studio.startWorker();
    const { database } = studio.test;
    const filmId = await addFilm(
      [makeVideoShot(video, { frames: 30 }), makeVideoShot(video, { frames: 18 })],
      {
        sounds: [makePiece({ itemId: hum, track: "score", lengthMs: 2_000 })],
        captions: [makeCaption({ text: "The ferry", lengthMs: 800 })],
      },
    );
    const asked = await ask(filmId, { settings: { ...settings, captions: "file" } });
    expect(asked).toMatchObject({
      state: "queued",
      version: 1,
      durationMs: 2_000,
      result: null,
      isOwn: true,
    });
    const seen = await follow(asked.id);
    const done = seen.at(-1)!;
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      progress: { framesDone: 48, frames: 48, phase: null },
      result: { kind: "video", mimeType: "video/mp4", width: 720, height: 720, hasCaptions: true },
    });
    const counts = seen.map(({ progress }) => progress.framesDone);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(Math.abs(done.result!.durationSeconds! - 2)).toBeLessThan(0.05);
    expect(done.result!.loudnessLufs).toBeLessThan(0);
    expect(done.result!.madeOf).toMatchObject([
      { items: 1, name: expect.any(String) as string },
      { items: 1, name: expect.any(String) as string },
    ]);

    const { itemId, generationId, sha256 } = done.result!;
    const { userId } = studio;
    const [item] = await findItemsById(database, { userId, ids: [itemId] });
    expect(item).toMatchObject({ generator: "film", name: "Harbour lights", sandbox: true, kind: "video" });
    const generation = await getGeneration(studio.services, { userId, id: generationId });
    expect(generation).toMatchObject({
      state: "succeeded",
      title: "Harbour lights",
      input: { filmId, version: 1, format: "mp4", quality: "720p", shots: 2 },
      counts: { expected: 1, stored: 1 },
    });
    expect(generation.outputs.find(({ role }) => role === "video")?.sha256).toBe(sha256);
    expect(await database.attempt.count({ where: { generationId } })).toBe(0);
    const { nodes } = await getLineage(database, { userId, id: itemId });
    expect(nodes.map(({ id, depth }) => [id, depth]).toSorted()).toEqual(
      [
        [video, -1],
        [hum, -1],
        [itemId, 0],
      ].toSorted(),
    );
    const captions = await getSubtitles(studio.services, { userId, id: generationId });
    expect(captions.sentences).toEqual([{ index: 0, text: "The ferry", startMs: 0, endMs: 800 }]);
    expect((await listExports(database, { userId, id: filmId })).map(({ id }) => id)).toEqual([asked.id]);
    expect(await listFolders()).toEqual([]);
    await forgetExport(database, { userId, filmId, exportId: asked.id });
    expect(await listExports(database, { userId, id: filmId })).toEqual([]);
    expect(await findItemsById(database, { userId, ids: [itemId] })).toHaveLength(1);
  });

  it("is one, however often it is asked for while it is active", async () => {
    const filmId = await addFilm([makeVideoShot(video, { frames: 5 })]);
    const repeated = randomUUID();
    const asked = await Promise.all([
      ask(filmId, { key: repeated }),
      ask(filmId, { key: repeated }),
      ask(filmId),
      ask(filmId),
    ]);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    // Only the key of the request that came first is kept, and which of those that was isn't known.
    const key = randomUUID();
    const largeSettings = { ...settings, quality: "1080p" } as const;
    const other = await ask(filmId, { key, settings: largeSettings });
    expect(other.id).not.toBe(asked[0].id);
    await expect(ask(filmId, { key })).rejects.toMatchObject({
      code: "input.idempotency-conflict",
    });
    worker = await studio.startWorker();
    await Promise.all([follow(asked[0].id), follow(other.id)]);
    // The same request, sent again after its end.
    expect((await ask(filmId, { key, settings: largeSettings })).id).toBe(other.id);
    // Asked for anew.
    expect((await ask(filmId)).id).not.toBe(asked[0].id);
  });

  it("has another aspect than its film where that is asked for", async () => {
    const filmId = await addFilm([makeVideoShot(video, { frames: 12, fit: "fit" })]);
    const own = await ask(filmId);
    const asked = await ask(filmId, { settings: { ...settings, aspect: "9:16" } });
    expect(asked.id).not.toBe(own.id);
    expect((await ask(filmId, { settings: { ...settings, aspect: "1:1" } })).id).toBe(own.id);
    worker = await studio.startWorker();
    const { result } = (await follow(asked.id)).at(-1)!;
    expect(result).toMatchObject({ width: 720, height: 1_280 });
    const made = path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(result!.sha256));
    // All of the picture is in the middle of it, and black is above and below.
    const seen = await readFrames(made, { frames: 12, frameRate: 24 }, (picture) => [
      readNumber(picture),
      picture.data[100 * picture.width + 360],
    ]);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, frame) => [frame, 16]));
    const { input } = await getGeneration(studio.services, {
      ...{ userId: studio.userId, id: result!.generationId },
    });
    expect(input).toMatchObject({ aspect: "9:16" });
    await follow(own.id);
  });

  it("is sound alone where that is asked for", async () => {
    worker = await studio.startWorker();
    const filmId = await addFilm([makeShot({ frames: 12 })], {
      sounds: [makePiece({ itemId: hum, lengthMs: 1_000 })],
      captions: [makeCaption({ text: "Hum" })],
    });
    const { id } = await ask(filmId, { settings: { format: "mp3", captions: "file" } });
    const { result } = (await follow(id)).at(-1)!;
    expect(result).toMatchObject({ kind: "audio", mimeType: "audio/mpeg", width: null, hasCaptions: true });
    expect(Math.abs(result!.durationSeconds! - 1)).toBeLessThan(0.05);
    expect(Math.abs(result!.loudnessLufs! + 14)).toBeLessThan(0.3);
  });

  it("is an animated image where a loop is asked for, made of what is seen in it", async () => {
    worker = await studio.startWorker();
    const { database } = studio.test;
    const { userId } = studio;
    const filmId = await addFilm(
      [makeVideoShot(video, { frames: 48, fit: "fit" }), makeVideoShot(randomUUID(), { frames: 24 })],
      { sounds: [makePiece({ itemId: hum, lengthMs: 3_000 })] },
    );
    const loop = { format: "webp", size: 320, frameRate: 8, startFrame: 24, frameCount: 24 };
    const asked = await ask(filmId, { settings: loop });
    expect(asked).toMatchObject({ durationMs: 1_000, missing: 0, progress: { frames: 8 } });
    const { state, result } = (await follow(asked.id)).at(-1)!;
    expect(state).toBe("succeeded");
    expect(result).toMatchObject({ kind: "image", mimeType: "image/webp", width: 320, height: 320 });
    const made = path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(result!.sha256));
    expect(await sharp(made, { animated: true }).metadata()).toMatchObject({ pages: 8, loop: 0 });
    const { nodes } = await getLineage(database, { userId, id: result!.itemId });
    expect(nodes.map(({ id }) => id).toSorted()).toEqual([video, result!.itemId].toSorted());
    const thumbnail = await getThumbnail((await findAsset(result!.assetId, userId))!, 160);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: "webp", width: 160, height: 160 });
  });

  it("ends at once when it is cancelled, and leaves nothing", async () => {
    const filmId = await addFilm(Array.from({ length: 40 }, () => makeVideoShot(video, { frames: 100 })));
    const { id } = await ask(filmId);
    worker = await studio.startWorker();
    await follow(id, ({ progress }) => progress.framesDone > 0);
    const target = { userId: studio.userId, filmId, exportId: id };
    await expect(forgetExport(studio.test.database, target)).rejects.toMatchObject({
      code: "film.export-active",
    });
    expect(await cancelExport(studio.test.database, target)).toMatchObject({
      state: "cancelled",
      result: null,
    });
    expect((await cancelExport(studio.test.database, target)).state).toBe("cancelled");
    await expect.poll(listFolders).toEqual([]);
    // The worker is free for the next one.
    const next = await ask(await addFilm([makeVideoShot(video, { frames: 5 })]));
    expect((await follow(next.id)).at(-1)!.state).toBe("succeeded");
    await expect(
      cancelExport(studio.test.database, { ...target, filmId: next.filmId, exportId: next.id }),
    ).rejects.toMatchObject({ code: "film.export-ended" });
  });

  it("goes on with the segment that it was in after its process was killed", async () => {
    const started: ChildProcess[] = [];
    const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    const listRenders = () =>
      started.filter(({ spawnargs }) => spawnargs.some((each) => each.endsWith("render-film.mjs")));
    subscribe("child_process", onStart);
    try {
      const shots = Array.from({ length: 4 }, () => makeVideoShot(video, { frames: 100, fit: "fit" }));
      const { id } = await ask(await addFilm(shots));
      worker = await studio.startWorker();
      await follow(id, ({ progress }) => progress.framesDone > 240);
      listRenders()[0]!.kill("SIGKILL");
      const seen = await follow(id);
      const { state, error, result } = seen.at(-1)!;
      expect([state, error, listRenders().length]).toEqual(["succeeded", null, 2]);
      const counts = seen.map(({ progress }) => progress.framesDone);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(240);
      const made = path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(result!.sha256));
      const numbers = await readFrames(made, { frames: 400, frameRate: 24 }, readNumber);
      expect(numbers).toEqual(shots.flatMap(() => [...Array(100).keys()]));
    } finally {
      unsubscribe("child_process", onStart);
    }
  });

  it("has cards and silence for what is missing", async () => {
    const gone = randomUUID();
    const filmId = await addFilm(
      [makeVideoShot(gone, { frames: 12 }), makeVideoShot(video, { frames: 12 })],
      {
        sounds: [makePiece({ itemId: randomUUID(), lengthMs: 1_000 })],
      },
    );
    const asked = await ask(filmId);
    expect(asked.missing).toBe(2);
    worker = await studio.startWorker();
    expect((await follow(asked.id)).at(-1)).toMatchObject({
      ...{ state: "succeeded", missing: 2, progress: { frames: 24 } },
    });
  });

  it("waits while the disk is full, and goes on when it has room", async () => {
    const filmId = await addFilm([makeVideoShot(video, { frames: 5 })]);
    const { id } = await ask(filmId);
    process.env.STUDIO_DISK_RESERVE_MB = "1000000000";
    delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
    try {
      await expect(ask(await addFilm([makeVideoShot(video, { frames: 5 })]))).rejects.toMatchObject({
        code: "storage.full",
      });
      worker = await studio.startWorker();
      const waiting = (await follow(id, (found) => found.waiting === "disk")).at(-1)!;
      expect(waiting).toMatchObject({ state: "queued", startedAt: null });
    } finally {
      delete process.env.STUDIO_DISK_RESERVE_MB;
      delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
    }
    expect((await follow(id)).at(-1)).toMatchObject({ state: "succeeded", waiting: null });
  });
});

it("waits with its finished film until the disk has room for a copy of it", async () => {
  const { database } = studio.test;
  const { id } = await ask(await addFilm([makeVideoShot(video, { frames: 5 })]));
  const row = (await claimExport(database, randomUUID(), []))!;
  expect(row.id).toBe(id);
  const stored: Parameters<ExportServices["storeAsset"]>[0][] = [];
  const run = (hasRoom: boolean) =>
    runExport(
      {
        database,
        hasDiskSpace: (bytes = 0) => Promise.resolve(hasRoom || bytes === 0),
        storeAsset(options) {
          stored.push(options);
          return Promise.reject(new Error("Not stored"));
        },
        report: () => undefined,
      },
      row,
      { signal: new AbortController().signal, abort: () => undefined },
    );
  await expect(run(false)).rejects.toBeInstanceOf(NoRoomError);
  expect(stored).toEqual([]);
  const [left] = await listFolders();
  const work = path.join(process.env.STUDIO_DATA_DIR!, "media", "exports", left!, "work");
  expect(await readdir(work)).toContain("film.mp4");
  await expect(run(true)).rejects.toThrow("Not stored");
  // A film has another limit than a result of a service: the disk.
  expect(stored).toMatchObject([{ maxBytes: Infinity, expectedKind: "video" }]);
  worker = await studio.startWorker();
  expect((await follow(id)).at(-1)).toMatchObject({ state: "succeeded" });
});

describe("an export that isn't made", () => {
  it("says why before it begins", async () => {
    const { database } = studio.test;
    await expect(ask(await addFilm([]))).rejects.toMatchObject({ code: "film.empty" });
    const trashed = await addFilm([makeVideoShot(video)]);
    await changeFilm(database, { userId: studio.userId, id: trashed }, { trashed: true });
    await expect(ask(trashed)).rejects.toMatchObject({ code: "film.trashed" });
    const newer = await addFilm([makeVideoShot(video)]);
    await database.$executeRaw`
      UPDATE "Film" SET "document" = jsonb_set("document", '{format}', '99') WHERE "id" = ${newer}::uuid`;
    await expect(ask(newer)).rejects.toMatchObject({ code: "film.newer" });
    await expect(ask(await addFilm([makeVideoShot(video)]), { version: 7 })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("names the field of a loop that isn't in the film, or is too long", async () => {
    const filmId = await addFilm([makeVideoShot(video, { frames: 100 })]);
    const loop = { format: "gif", startFrame: 0, frameCount: 24 };
    const refused = (changes: object) =>
      ask(filmId, { settings: { ...loop, ...changes } }).catch((error: unknown) => error);
    const problem = (path: string, maximum: number) => ({
      code: "input.invalid",
      fields: [{ path: `settings.${path}`, key: "field.too-big", values: { maximum } }],
    });
    expect(await refused({ startFrame: 100 })).toMatchObject(problem("startFrame", 99));
    expect(await refused({ startFrame: 90 })).toMatchObject(problem("frameCount", 10));
    const long = await addFilm(Array.from({ length: 4 }, () => makeVideoShot(video, { frames: 100 })));
    await expect(ask(long, { settings: { ...loop, frameCount: 361 } })).rejects.toMatchObject(
      problem("frameCount", 360),
    );
    expect(await studio.test.database.filmExport.count({ where: { filmId: { in: [filmId, long] } } })).toBe(
      0,
    );
  });

  it("names the file that is missing, or can't be read", async () => {
    const { database } = studio.test;
    const { userId } = studio;
    const file = await writeNumberedVideo(path.join(folder, "lost.mp4"), { frames: 25, frameRate: 24 });
    const lost = await addSource(database, { userId, kind: "video", file, name: "Lost" });
    const { asset } = await database.item.findUniqueOrThrow({ where: { id: lost }, select: { asset: true } });
    await rm(path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(asset.sha256)));
    const one = await ask(await addFilm([makeVideoShot(lost, { frames: 5 })]));
    // A sound where a video belongs.
    const other = await ask(await addFilm([makeVideoShot(hum, { frames: 5 })]));
    worker = await studio.startWorker();
    expect((await follow(one.id)).at(-1)).toMatchObject({
      ...{ state: "failed", result: null },
      error: { code: "film.source-missing", itemId: lost, itemName: "Lost", made: "nothing" },
    });
    expect((await follow(other.id)).at(-1)).toMatchObject({
      ...{ state: "failed", error: { code: "film.source-unreadable", itemId: hum, itemName: "Hum" } },
    });
    await expect.poll(listFolders).toEqual([]);
    expect(await listOwnExports(database, userId, { active: true })).toEqual([]);
  });

  it.each([
    ["an encoder that fails", "encoder-failed", "film.encoder-failed"],
    ["a disk that is full", "disk-full", "film.disk-full"],
  ])("names %s, leaves nothing, and can be asked for again", async (_what, fault, code) => {
    const onStart = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess };
      setImmediate(() => {
        if (!child.spawnargs.some((each) => each.endsWith("render-film.mjs"))) return;
        // As the process reports it (encode-segment.test.ts, run-render.integration.test.ts).
        child.once("message", () => child.emit("message", { type: "failed", fault, detail: "Frame 3" }));
      });
    };
    const filmId = await addFilm([makeVideoShot(video, { frames: 100 })]);
    const { id } = await ask(filmId);
    subscribe("child_process", onStart);
    try {
      worker = await studio.startWorker();
      expect((await follow(id)).at(-1)).toMatchObject({
        ...{ state: "failed", result: null, error: { code, made: "nothing" } },
      });
    } finally {
      unsubscribe("child_process", onStart);
    }
    await expect.poll(listFolders).toEqual([]);
    const again = await ask(filmId);
    expect(again.id).not.toBe(id);
    expect((await follow(again.id)).at(-1)).toMatchObject({ state: "succeeded" });
  });

  it("is left to a worker of the version that knows its document", async () => {
    const { database } = studio.test;
    const { id } = await ask(await addFilm([makeVideoShot(video, { frames: 5 })]));
    await database.$executeRaw`
      UPDATE "FilmExport" SET "document" = jsonb_set("document", '{format}', '99') WHERE "id" = ${id}::uuid`;
    worker = await studio.startWorker();
    const next = await ask(await addFilm([makeVideoShot(video, { frames: 6 })]));
    await follow(next.id);
    expect(await getExport(database, { userId: studio.userId, exportId: id })).toMatchObject({
      state: "queued",
    });
    await database.filmExport.delete({ where: { id } });
  });

  it("is one of ten at most", async () => {
    const films = await Promise.all(
      Array.from({ length: maxActiveExports + 1 }, () => addFilm([makeVideoShot(video, { frames: 5 })])),
    );
    const asked = await Promise.allSettled(films.map((id) => ask(id)));
    const refused = asked.filter((each) => each.status === "rejected");
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(["film.too-many-exports"]);
    await cancelAllExports(studio.test.database, studio.userId);
  });
});

describe("an export of somebody else", () => {
  it("isn't seen, unless the film is; its item isn't, unless it is in the project", async () => {
    const { database } = studio.test;
    const [bob, eve] = await Promise.all(
      ["Bob", "Eve"].map((name) =>
        database.user.create({ data: { email: `${randomUUID()}@example.test`, name } }),
      ),
    );
    const author = { userId: studio.userId };
    const project = await createProject(database, studio.userId, { title: "Harbour" });
    await putMember(database, { author, id: project.id, email: bob!.email, role: "view" });
    const filmId = await addFilm([makeVideoShot(video, { frames: 5 })]);
    await changeFilm(database, { userId: studio.userId, id: filmId }, { projectId: project.id });
    worker = await studio.startWorker();
    const { id: exportId } = await ask(filmId);
    await follow(exportId);
    const seenBy = (person: typeof bob) => listExports(database, { userId: person!.id, id: filmId });
    await expect(seenBy(eve)).rejects.toMatchObject({ code: "not-found" });
    await expect(getExport(database, { userId: eve!.id, exportId })).rejects.toMatchObject({
      code: "not-found",
    });
    const stranger = { userId: bob!.id, filmId, exportId };
    expect(await seenBy(bob)).toMatchObject([
      { id: exportId, by: "Test", isOwn: false, result: { kind: "video" } },
    ]);
    await expect(cancelExport(database, stranger)).rejects.toMatchObject({ code: "not-found" });
    await expect(forgetExport(database, stranger)).rejects.toMatchObject({ code: "not-found" });
    // Bob sees the film, but not the video in it, which is not in the project.
    const own = await createExport(
      database,
      { userId: bob!.id, id: filmId },
      createExportBodySchema.parse({ settings, key: randomUUID() }),
    );
    expect(own).toMatchObject({ isOwn: true, missing: 1 });
    await cancelAllExports(database, bob!.id);
  });
});

it("ends with its film", async () => {
  const { database } = studio.test;
  const filmId = await addFilm(Array.from({ length: 40 }, () => makeVideoShot(video, { frames: 100 })));
  const { id } = await ask(filmId);
  worker = await studio.startWorker();
  await follow(id, ({ progress }) => progress.framesDone > 0);
  await changeFilm(database, { userId: studio.userId, id: filmId }, { trashed: true });
  await deleteFilm(database, { author: { userId: studio.userId }, id: filmId });
  await expect.poll(listFolders).toEqual([]);
});

it("takes the next of whoever was served longest ago", async () => {
  const { database } = studio.test;
  const bob = await database.user.create({ data: { email: `${randomUUID()}@example.test`, name: "Bob" } });
  const films = await Promise.all(
    Array.from({ length: 3 }, () => addFilm([makeVideoShot(video, { frames: 5 })])),
  );
  for (const id of films) await ask(id);
  const { id } = await createFilm(database, bob.id, {
    ...{ title: "Bob’s", aspect: "1:1", frameRate: 24 },
    document: { ...makeFilm({ aspect: "1:1", frameRate: 24 }), shots: [makeShot({ frames: 5 })] },
  });
  await createExport(
    database,
    { userId: bob.id, id },
    createExportBodySchema.parse({ settings, key: randomUUID() }),
  );
  worker = await studio.startWorker();
  await expect
    .poll(() => database.filmExport.count({ where: { state: { in: ["queued", "running"] } } }))
    .toBe(0);
  const served = await database.filmExport.findMany({
    where: { filmId: { in: [...films, id] } },
    orderBy: { startedAt: "asc" },
    select: { userId: true },
  });
  expect(served[0]?.userId).toBe(bob.id);
});
