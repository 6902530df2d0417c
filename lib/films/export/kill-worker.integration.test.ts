import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createFilm } from "../change/create-film.server";
import { createExportBodySchema, type FilmExportDto } from "../export-dto";
import { makeFilm } from "../film-document";
import { readFrames, readNumber, writeNumberedVideo } from "../render/testing/numbered-video";
import { addSource } from "../testing/add-source.server";
import { makeVideoShot } from "../testing/make-shots";
import { createExport } from "./create-export.server";
import { getExport } from "./read-exports.server";

let studio: StudioHarness;
let folder: string;
beforeAll(async () => {
  [studio] = await Promise.all([openStudioHarness(), bundleWorker()]);
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-exports-"));
});
afterAll(async () => {
  await studio.close();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves with every state of an export that is told, up to one that meets the condition. */
async function follow(id: string, isThere: (found: FilmExportDto) => boolean): Promise<FilmExportDto[]> {
  const seen: FilmExportDto[] = [];
  const reached = Promise.withResolvers<void>();
  const look = async () => {
    const found = await getExport(studio.test.database, { userId: studio.userId, exportId: id });
    // Looks may end in another order.
    if (found.revision > (seen.at(-1)?.revision ?? -1)) seen.push(found);
    if (isThere(found)) reached.resolve();
  };
  const unsubscribe = studio.hub.subscribe(studio.userId, {
    onChange: () => {},
    onFilmExportChange: () => void look().catch(reached.reject),
    onLineChange: () => {},
    onGap: () => {},
  });
  await look();
  await reached.promise.finally(unsubscribe);
  return seen;
}

const listSegments = async () => {
  const root = path.join(process.env.STUDIO_DATA_DIR!, "media", "exports");
  const [name] = await readdir(root);
  return (await readdir(path.join(root, name!, "work"))).filter((each) => each.startsWith("segment-"));
};

it("goes on after kill -9 of the worker in the middle, and becomes one item", async () => {
  const { database } = studio.test;
  const { userId } = studio;
  const file = await writeNumberedVideo(path.join(folder, "a.mp4"), { frames: 160, frameRate: 24 });
  const video = await addSource(database, { userId, kind: "video", file, name: "Ferry" });
  const shots = [159, 141].map((frames) => makeVideoShot(video, { frames, fit: "fit" }));
  const { id: filmId } = await createFilm(database, userId, {
    ...{ title: "Harbour", aspect: "4:5", frameRate: 24 },
    document: { ...makeFilm({ aspect: "4:5", frameRate: 24 }), shots },
  });
  const body = { settings: { format: "mp4", quality: "720p" }, key: randomUUID() };
  const { id } = await createExport(database, { userId, id: filmId }, createExportBodySchema.parse(body));

  const seen: FilmExportDto[] = [];
  // Once when a segment of 240 frames is done, and once as soon as the next worker goes on.
  for (const attempt of [1, 2]) {
    const before = seen.at(-1)?.revision ?? 0;
    const doomed = await startWorkerProcess();
    const isFar = ({ revision, progress }: FilmExportDto) =>
      revision > before && progress.phase === "pictures" && progress.framesDone > 240;
    seen.push(...(await follow(id, isFar)));
    await doomed.kill();
    expect(await listSegments()).toContain("segment-00000.mp4");
    expect(await database.filmExport.findUniqueOrThrow({ where: { id } })).toMatchObject({ attempt });
  }
  // What was deleted meanwhile is still in the film: its file is kept until the end.
  const { asset } = await database.item.findUniqueOrThrow({ where: { id: video }, select: { asset: true } });
  await rm(path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(asset.sha256)));
  const worker = await studio.startWorker();
  seen.push(...(await follow(id, ({ state }) => state !== "queued" && state !== "running")));
  await worker.stop();

  const { state, error, result, startedAt } = seen.at(-1)!;
  expect([state, error]).toEqual(["succeeded", null]);
  const counts = seen.map(({ progress }) => progress.framesDone);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(new Set(seen.flatMap((each) => each.startedAt ?? [])).size).toBe(1);
  expect(startedAt).not.toBeNull();
  expect(await database.item.count({ where: { generator: "film" } })).toBe(1);
  expect(await database.generation.count({ where: { generator: "film" } })).toBe(1);
  const made = path.join(process.env.STUDIO_DATA_DIR!, "media", blobKey(result!.sha256));
  const numbers = await readFrames(made, { frames: 300, frameRate: 24 }, readNumber);
  expect(numbers).toEqual([...Array(159).keys(), ...Array(141).keys()]);
  expect((await readFile(made)).length).toBe(result!.bytes);
  expect(await readdir(path.join(process.env.STUDIO_DATA_DIR!, "media", "exports"))).toEqual([]);
}, 300_000);
