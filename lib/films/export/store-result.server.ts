import { createReadStream } from "node:fs";
import type { Database, Prisma } from "@/lib/db/database.server";
import { jsonNull } from "@/lib/db/database.server";
import { studioClock } from "@/lib/clock";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import { readTakeWords } from "@/lib/generations/read/read-take-words.server";
import { filmGenerator } from "@/lib/items/film-items";
import { storeItem } from "@/lib/items/change/store-item.server";
import type { AssetRecorder } from "@/lib/media/store-asset.server";
import type { AssetKind, StoredAsset } from "@/lib/media/stored-asset";
import { placeResult } from "@/lib/projects/change/project-items.server";
import type { ExportSettings } from "../export-dto";
import type { FilmDocument } from "../film-document";
import { isLoopFormat } from "../film-loop";
import { listCaptions } from "../list-captions";
import type { FilmSource } from "../read/film-items.server";
import { isSoundFormat } from "../render/render-order";
import { type ClaimedExport, heldBy } from "./claim-export.server";
import { LostExportError } from "./lost-export";
import { tellExport } from "./tell-export.server";

export interface ResultServices {
  database: Database;
  storeAsset(options: {
    userId: string;
    expectedKind: AssetKind;
    source: AsyncIterable<Uint8Array>;
    maxBytes?: number;
    record?: AssetRecorder;
  }): Promise<StoredAsset>;
}

export interface FinishedFilm {
  row: ClaimedExport;
  settings: ExportSettings;
  document: FilmDocument;
  /** Those of its items that were there. */
  items: readonly FilmSource[];
  path: string;
  /** As measured, in LUFS; null for silence and without sound. */
  loudnessLufs: number | null;
}

function findKind({ format }: ExportSettings) {
  if (isSoundFormat(format)) return "audio";
  return isLoopFormat(format) ? "image" : "video";
}

/**
 * Stores a finished film as an item of its person and ends its export, in one transaction: a worker that dies before it leaves the
 * export to the next one, and after it there is nothing left to do. The item is the result of a generation that sent nothing.
 *
 * @throws LostExportError where the export was cancelled, deleted or taken over; StudioError as `storeAsset`; an AbortError once `signal` is aborted
 */
export async function storeResult(
  services: ResultServices,
  film: FinishedFilm,
  signal: AbortSignal,
): Promise<void> {
  const captions = await storeCaptions(services, film);
  await services.storeAsset({
    userId: film.row.userId,
    expectedKind: findKind(film.settings),
    source: createReadStream(film.path, { signal }),
    // Ten hours of film may be larger than what a service may send. Only the disk limits them.
    maxBytes: Infinity,
    record: (transaction, keepRow) => record(transaction, keepRow, film, captions),
  });
}

/** In the form in which the service gives subtitles, from which files of all formats are written. */
async function storeCaptions(
  { storeAsset }: ResultServices,
  { row, settings, document }: FinishedFilm,
): Promise<StoredAsset | null> {
  if (settings.captions !== "file") return null;
  const sentences = listCaptions(document);
  if (sentences.length === 0) return null;
  const entries = sentences.map(({ text, startMs, endMs }) => ({
    text,
    time_begin: startMs,
    time_end: endMs,
  }));
  const bytes = Buffer.from(JSON.stringify(entries));
  const source = (async function* () {
    yield await Promise.resolve(bytes);
  })();
  return storeAsset({ userId: row.userId, expectedKind: "text", source });
}

async function record(
  transaction: Prisma.TransactionClient,
  keepRow: () => Promise<StoredAsset>,
  { row, settings, document, items, loudnessLufs }: FinishedFilm,
  captions: StoredAsset | null,
): Promise<void> {
  await transaction.$queryRaw`SELECT FROM "FilmExport" WHERE "id" = ${row.id}::uuid FOR UPDATE`;
  if ((await transaction.filmExport.count({ where: heldBy(row) })) === 0) throw new LostExportError();
  const asset = await keepRow();
  const kind = findKind(settings);
  const now = studioClock.now();
  const generationId = createOrderedId(now);
  const { userId, projectId, title } = row;
  const storedAt = new Date(now);
  await transaction.generation.create({
    data: {
      ...{ id: generationId, userId, projectId, title, generator: filmGenerator, model: filmGenerator },
      state: "storing",
      input: describeExport(row, settings, document),
      searchText: [title, ...document.captions.map(({ text }) => text)].join("\n"),
      idempotencyKey: `film-export-${row.id}`,
      inputHash: row.requestHash,
      connection: { profileId: filmGenerator, baseUrl: "", scope: filmGenerator, trusted: false },
      sandbox: items.some(({ sandbox }) => sandbox),
      counts: { expected: 1, blocked: 0, role: kind },
      ...{ notes: jsonNull, createdAt: storedAt, startedAt: row.startedAt },
      outputs: {
        create: [
          { index: 0, role: kind, state: "stored", assetId: asset.id, expectedKind: kind, storedAt },
          ...(captions
            ? [
                {
                  ...{ index: 0, role: "subtitle", state: "stored", assetId: captions.id },
                  ...{ expectedKind: "text", storedAt },
                },
              ]
            : []),
        ],
      },
    },
  });
  await transaction.$executeRaw`
    INSERT INTO "GenerationSource" ("generationId", "itemId")
    SELECT ${generationId}::uuid, "id" FROM "Item" WHERE "id" = ANY (${items.map(({ id }) => id)}::uuid[])
    ORDER BY "id" FOR KEY SHARE`;
  const result = { generationId, role: kind, index: 0 };
  await storeItem(transaction, result, await readTakeWords(transaction, generationId));
  if (projectId) await placeResult(transaction, { ...result, userId, projectId });
  // Its end is told as that of any other generation.
  await transaction.generation.update({
    where: { id: generationId },
    data: { state: "succeeded", finishedAt: storedAt, version: { increment: 1 } },
  });
  await transaction.filmExport.update({
    where: { id: row.id },
    data: {
      ...{ state: "succeeded", generationId, document: jsonNull, phase: null, leftMs: null, workerId: null },
      ...{
        framesDone: row.frames,
        faults: 0,
        finishedAt: storedAt,
        revision: { increment: 1 },
        loudnessLufs,
      },
    },
  });
  await tellExport(transaction, row.id);
}

/** What an export was made from and how, as the page of its item and its file say it. */
export function describeExport(
  { filmId, filmVersion }: Pick<ClaimedExport, "filmId" | "filmVersion">,
  settings: ExportSettings,
  { aspect, frameRate, shots }: FilmDocument,
) {
  return { filmId, version: filmVersion, aspect, frameRate, shots: shots.length, ...settings };
}
