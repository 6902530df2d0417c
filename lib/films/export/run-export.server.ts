import { rm } from "node:fs/promises";
import { StudioError } from "@/lib/errors/studio-error";
import { isLocale } from "@/lib/i18n/locales";
import { exportSettingsSchema } from "../export-dto";
import { type FilmDocument } from "../film-document";
import { unpackFilm } from "../pack-film.server";
import { filmRoleOf } from "../read/film-access.server";
import { type FilmSource, listFilmSources } from "../read/film-items.server";
import { RenderError, type RenderFault } from "../render/render-fault";
import type { RenderOrder } from "../render/render-order";
import { runRender } from "../render/run-render.server";
import { changeHeld, type ClaimedExport } from "./claim-export.server";
import { ExportFault } from "./export-fault";
import { openExportFolder } from "./export-folders.server";
import { fetchSources } from "./fetch-sources.server";
import { listExportedItems } from "./list-shown-items";
import { LostExportError } from "./lost-export";
import { ProgressTeller } from "./progress-teller.server";
import { filmWords } from "./slate-words";
import { describeExport, type ResultServices, storeResult } from "./store-result.server";

/** What is left of the disk is kept for results that are owed. */
export class NoRoomError extends Error {}

export interface ExportServices extends ResultServices {
  hasDiskSpace(bytes?: number): Promise<boolean>;
  report(error: unknown, message: string, facts?: Record<string, unknown>): void;
}

/**
 * Makes a film into a file and the file into an item. Ended at any moment, it goes on where it was with the same row on the same
 * disk, and starts anew elsewhere.
 *
 * @throws LostExportError; NoRoomError; StudioError for what can't be exported; RenderError unfinished; and the reason of `signal`
 */
export async function runExport(
  services: ExportServices,
  row: ClaimedExport,
  { signal, abort }: { signal: AbortSignal; abort: (reason: Error) => void },
): Promise<void> {
  const { database, report } = services;
  const document = unpackFilm(row.document);
  const settings = exportSettingsSchema.parse(row.settings);
  const folder = await openExportFolder(row);
  const framesDone = folder.isContinued ? row.framesDone : 0;
  const progress = new ProgressTeller(framesDone, async (data) => {
    try {
      if (!(await changeHeld(database, row, data))) abort(new LostExportError());
    } catch (error) {
      report(error, "The progress of an export could not be written", { exportId: row.id });
    }
  });
  try {
    const { frames } = row;
    progress.tell({ phase: "sources", framesDone, frames });
    const { items, missing } = await findItems(services, row, listExportedItems(document, settings));
    const order = await describeOrder(row, {
      document,
      settings,
      missing,
      sources: await fetchSources(folder.sources, items, signal),
      folder: folder.work,
    });
    const film = await runRender({ order, signal, onProgress: (told) => progress.tell(told) }).catch(
      (error: unknown) => {
        throw explainFault(error, items);
      },
    );
    progress.tell({ phase: "storing", framesDone: frames, frames });
    signal.throwIfAborted();
    // The file is copied.
    if (!(await services.hasDiskSpace(film.bytes))) throw new NoRoomError();
    await storeResult(services, { row, settings, document, items, ...film }, signal);
  } finally {
    await progress.end();
  }
  await rm(folder.path, { recursive: true, force: true });
}

/** Those of the items that the person sees in the film now, and those that they don't. */
async function findItems(
  { database }: ExportServices,
  row: ClaimedExport,
  itemIds: string[],
): Promise<{ items: FilmSource[]; missing: string[] }> {
  const { userId, filmId } = row;
  const [film] = await database.$queryRaw<{ projectId: string | null; role: string | null }[]>`
    SELECT film."projectId", ${filmRoleOf(userId)} AS "role" FROM "Film" film WHERE film."id" = ${filmId}::uuid`;
  if (!film) throw new LostExportError();
  const projectId = film.role === null ? null : film.projectId;
  const found = await listFilmSources(database, { userId, projectId, itemIds });
  const items = found.filter(({ isTrashed }) => !isTrashed);
  const there = new Set(items.map(({ id }) => id));
  const missing = itemIds.filter((id) => !there.has(id));
  if (missing.length !== row.missing && !(await changeHeld(database, row, { missing: missing.length }))) {
    throw new LostExportError();
  }
  return { items, missing };
}

async function describeOrder(
  row: ClaimedExport,
  {
    document,
    settings,
    missing,
    ...files
  }: Pick<RenderOrder, "sources" | "folder"> & {
    document: FilmDocument;
    settings: ReturnType<typeof exportSettingsSchema.parse>;
    missing: string[];
  },
): Promise<RenderOrder> {
  const words = filmWords[isLocale(row.locale) ? row.locale : "en"];
  const film = "aspect" in settings && settings.aspect ? { ...document, aspect: settings.aspect } : document;
  return {
    film,
    ...files,
    ...(missing.length > 0 ? { missing: { itemIds: missing, title: words.missing } } : {}),
    format: settings.format,
    // Nothing is drawn for sound alone, and loops have a size of their own.
    quality: "quality" in settings ? settings.quality : "720p",
    ...("frameCount" in settings ? { loop: settings } : {}),
    burnsCaptions: settings.captions === "burned",
    loudnessLufs: "loudnessLufs" in settings ? settings.loudnessLufs : null,
    slateTitle: words.noResult,
    tags: {
      ...{ title: row.title, comment: words.madeWithAi, date: row.createdAt },
      parameters: JSON.stringify(describeExport(row, settings, film)),
    },
  };
}

const faultCodes = {
  empty: "film.empty",
  "source-missing": "film.source-missing",
  "source-unreadable": "film.source-unreadable",
  "encoder-failed": "film.encoder-failed",
  "disk-full": "film.disk-full",
} as const satisfies Record<Exclude<RenderFault, "unfinished">, string>;

/** The words for a fault of the film; others, after which it is tried again, stay as they are. */
function explainFault(error: unknown, items: readonly FilmSource[]): unknown {
  if (!(error instanceof RenderError) || error.fault === "unfinished") return error;
  const item = items.find(({ id }) => id === error.itemId);
  return new ExportFault(faultCodes[error.fault], { item, cause: error });
}

/** Whether an export that ended with this error would end with it again. */
export const isLasting = (error: unknown): boolean =>
  error instanceof StudioError && error.code !== "storage.failed";
