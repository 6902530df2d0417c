import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { addFilm } from "@/lib/films/change/create-film.server";
import { type FilmDocument, makeFilm } from "@/lib/films/film-document";
import { noGeneration } from "@/lib/films/places/film-places";
import { makeShot } from "@/lib/films/testing/make-shots";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { chooseFilm } from "../choose-film.server";
import { exportAccount } from "../export-account.server";
import { importFilm } from "../import-film.server";
import { correctManifest, readMembers, writeArchive } from "./archives";
import { makeArchivedFilm } from "./fill-account";
import { addGeneration, type ArchiveStudio, storeSample } from "./studio";

interface Who {
  userId: string;
  email: string;
}

export const addFilmTo = (
  { test, userId }: ArchiveStudio,
  document: FilmDocument,
  { projectId = null, title = "Hafen 港" }: { projectId?: string | null; title?: string } = {},
) =>
  test.database.$transaction((transaction) => addFilm(transaction, { userId, projectId, title, document }));

export async function download(studio: ArchiveStudio, id: string, who: Who = studio): Promise<string> {
  const { test, store, folder } = studio;
  const film = await chooseFilm(test.database, { userId: who.userId, id });
  const file = path.join(folder, `${randomUUID()}.zip`);
  const handle = await open(file, "w");
  const exported = { databaseUrl: test.url, store, email: who.email, studio: "1.0.0", film };
  await exportAccount(exported, async (bytes) => {
    for await (const chunk of bytes) await handle.write(chunk);
  });
  await handle.close();
  return file;
}

export const upload = (
  { test, store }: ArchiveStudio,
  file: string,
  { userId, with: replaced = store }: { userId: string; with?: BlobStore },
) =>
  importFilm(
    { database: test.database, databaseUrl: test.url, store: replaced },
    { userId, source: createReadStream(file), expectedBytes: 0, signal: new AbortController().signal },
  );

export async function itemsOf({ test }: ArchiveStudio, generationId: string): Promise<string[]> {
  const items = await test.database.item.findMany({ where: { generationId }, orderBy: { id: "asc" } });
  return items.map(({ id }) => id);
}

async function rowsOf(file: string, table: string): Promise<Record<string, unknown>[]> {
  const lines = (await readMembers(file)).get(`rows/${table}.jsonl`)!.toString().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
}

export async function changeRows(
  file: string,
  table: string,
  change: (row: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const members = await readMembers(file);
  const rows = await rowsOf(file, table);
  const text = rows.map((row) => `${JSON.stringify(change(row))}\n`).join("");
  members.set(`rows/${table}.jsonl`, Buffer.from(text));
  correctManifest(members);
  await writeArchive(file, members);
}

export const filmOf = (...itemIds: string[]): FilmDocument => ({
  ...makeFilm({ aspect: "16:9", frameRate: 24 }),
  shots: itemIds.map((itemId) => makeShot({ content: { kind: "picture", itemId, move: null } })),
});
export const shownIn = ({ shots }: FilmDocument) =>
  shots.flatMap(({ content }) => ("itemId" in content ? content.itemId : []));

/** A film of an item with an input file, and of an open shot that waits for another generation. */
export async function addHarbour(studio: ArchiveStudio) {
  const { database } = studio.test;
  const input = await storeSample(studio, "image", "upload", "frame.png");
  const take = await addGeneration(
    studio,
    { input: { prompt: "A quay", first_frame_image: { assetId: input.id } }, title: "Quay" },
    ["image", "audio"],
  );
  await database.generationAsset.create({
    data: { generationId: take.id, assetId: input.id, field: "first_frame_image" },
  });
  const awaited = await addGeneration(studio, { title: "Gulls" }, ["audio"]);
  const [used, unused] = await itemsOf(studio, take.id);
  const document = makeArchivedFilm({ itemId: used!, generationId: take.id });
  const shots = document.shots.map((shot) =>
    shot.content.kind === "place"
      ? { ...shot, content: { ...shot.content, generationId: null, after: null } }
      : shot,
  );
  const id = await addFilmTo(studio, { ...document, shots });
  const place = shots.find(({ content }) => content.kind === "place")!;
  await database.filmGeneration.create({
    data: {
      ...{ filmId: id, placeId: place.id, after: noGeneration },
      ...{ userId: studio.userId, generationId: awaited.id },
    },
  });
  return { id, take, awaited, used: used!, unused: unused! };
}
