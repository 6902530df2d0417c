import type { Database } from "@/lib/db/database.server";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";
import { maxFilmArchiveBytes } from "@/lib/films/film-limits";
import { openFilm } from "@/lib/films/read/read-films.server";
import type { BlobStore, BlobWriter } from "@/lib/media/store/blob-store.server";
import { measureDiskSpace, requireDiskSpace } from "@/lib/media/store/disk-space.server";
import { ArchiveError, type ArchiveFault } from "./archive-error";
import { type ArchiveLimits, archiveLimits, filmTables } from "./archive-format.server";
import { tableNames } from "./archive-tables.server";
import { importArchive, type Imported } from "./import-archive.server";
import type { ImportedFilmDto } from "./imported-film-dto";
import { type Archive, openArchive } from "./open-archive.server";
import { untilStall } from "./until-stall";

interface Services {
  database: Database;
  databaseUrl: string;
  store: BlobStore;
}

interface Upload {
  userId: string;
  source: AsyncIterable<Uint8Array>;
  /** How long it says it is; 0 if it doesn't. */
  expectedBytes: number;
  /** Aborted when its sender goes away. What has arrived as a whole is imported all the same. */
  signal: AbortSignal;
  stallMs?: number;
}

/** Anybody may send one, so names and rows may take less memory than those of an account. */
const filmLimits: ArchiveLimits = { ...archiveLimits, maxMembers: 20_000, maxRowsBytes: 64 * 1024 * 1024 };

/** A body of which nothing arrives for so long is given up. */
const defaultStallMs = 60_000;

/** Between looks at the disk. */
const bytesPerCheck = 64 * 1024 * 1024;

const codes = {
  foreign: "film.import-foreign",
  damaged: "film.import-damaged",
  incomplete: "film.import-incomplete",
  newer: "film.import-newer",
  films: "film.too-many",
  quota: "quota.disk",
  busy: "film.import-running",
} as const satisfies Record<ArchiveFault, StudioErrorCode>;

// One per process, although Next bundles routes separately. The lock of the import itself holds between processes.
const globalForImports = globalThis as { reverieFilmImports?: Set<string> };
const getRunning = (): Set<string> => (globalForImports.reverieFilmImports ??= new Set());

/**
 * Receives the archive of a film into a temporary file and brings it into an account, which has the film and its items afterwards.
 * Safe to repeat, also after it was cut off.
 *
 * @throws StudioError film.import-foreign, -account, -damaged, -incomplete, -newer and -running, film.too-many, quota.disk,
 *   storage.full, storage.failed, input.too-large, input.timeout, asset.empty
 */
export async function importFilm(services: Services, upload: Upload): Promise<ImportedFilmDto> {
  const { userId } = upload;
  const running = getRunning();
  if (running.has(userId)) throw new StudioError("film.import-running");
  running.add(userId);
  try {
    const writer = await services.store.createWriter();
    try {
      await receive(writer, upload);
      return await importFile(services, userId, writer.path);
    } finally {
      await writer.discard();
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new StudioError(codes[error.fault], { cause: error });
  } finally {
    running.delete(userId);
  }
}

async function receive(
  writer: BlobWriter,
  { source, expectedBytes, signal, stallMs = defaultStallMs }: Upload,
): Promise<void> {
  if (expectedBytes > maxFilmArchiveBytes) throw tooLarge();
  const { freeBytes, reserveBytes } = await measureDiskSpace();
  const neededBytes = reserveBytes + expectedBytes - freeBytes;
  if (neededBytes > 0) throw new StudioError("storage.full", { values: { neededBytes } });
  let checkedBytes = 0;
  for await (const chunk of untilStall(source, { stallMs, signal })) {
    if (writer.bytes + chunk.byteLength > maxFilmArchiveBytes) throw tooLarge();
    await writer.write(chunk);
    if (writer.bytes - checkedBytes < bytesPerCheck) continue;
    checkedBytes = writer.bytes;
    await requireDiskSpace();
  }
  if (writer.bytes === 0) throw new StudioError("asset.empty");
  await writer.seal();
}

const tooLarge = () => new StudioError("input.too-large", { values: { maxBytes: maxFilmArchiveBytes } });

async function importFile(
  { database, databaseUrl, store }: Services,
  userId: string,
  file: string,
): Promise<ImportedFilmDto> {
  const archive = await openArchive(file, filmLimits);
  let imported: Imported;
  try {
    requireOneFilm(archive);
    imported = await importArchive({ archive, database, databaseUrl, store, userId });
  } finally {
    archive.close();
  }
  const [{ id, isKnown }] = imported.films as [Imported["films"][number]];
  const { document: _document, items, missing, ...film } = await openFilm(database, { userId, id });
  return { film, created: !isKnown, items: items.length, missing: missing.length };
}

/** An account comes with more than its person may expect of a film, and with files for hours. */
function requireOneFilm({ manifest: { film, rows } }: Archive): void {
  if (!film) throw new StudioError("film.import-account");
  const others = tableNames.filter((table) => !filmTables.includes(table) && rows[table].rows > 0);
  if (others.length > 0 || rows.films.rows !== 1) {
    throw new ArchiveError("The archive has more or less than one film.", { fault: "foreign" });
  }
}
