import pg from "pg";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { requireDiskQuota } from "@/lib/media/disk-quota.server";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { ArchiveError } from "./archive-error";
import { RowGroups } from "./group-rows";
import { AssetMap, writeAssets } from "./import-assets.server";
import { checkFilms, type ImportedFilm, importFilms, isOfFilm } from "./import-films.server";
import {
  type ArchivedGeneration,
  importGeneration,
  withoutKnownResults,
  withoutLostFiles,
} from "./import-generation.server";
import { importPreferences, importProjects } from "./import-projects.server";
import { importPresets } from "./import-presets.server";
import { importSavedSearches } from "./import-saved-searches.server";
import { importSnippets } from "./import-snippets.server";
import { importWebhooks } from "./import-webhooks.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";

export interface Imported {
  generations: number;
  /** Generations that the account had already, which stay as they are. */
  known: number;
  files: number;
  films: ImportedFilm[];
  /** Files that the archive says it lacks. */
  lost: string[];
}

/** What one import works on. */
interface ImportTarget {
  archive: Archive;
  database: Database;
  store: BlobStore;
  userId: string;
}

/** Of generations, whose IDs are looked up together. Bounds the memory that their rows take. */
const batchSize = 20;

/**
 * Brings an archive into an account: what the account has already stays as it is, so that an import may be repeated and
 * continues where one before was cut off. Nothing of an archive with bad rows is written. Each generation is written at
 * once, after its files. The archive of a film also brings back results that were deleted here.
 *
 * @throws ArchiveError that says what is wrong with the archive, or why it doesn't fit
 * @throws StudioError storage.full, storage.failed
 */
export function importArchive({
  databaseUrl,
  ...target
}: ImportTarget & { databaseUrl: string }): Promise<Imported> {
  return whileAlone(databaseUrl, target.userId, () => importAll(target));
}

/** Two imports into one account would both find an ID free. */
async function whileAlone<Result>(
  databaseUrl: string,
  userId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // If the database goes away, so do the lock and what `run` writes.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free",
      [`import ${userId}`],
    );
    if (!rows[0]!.free) {
      throw new ArchiveError("Another import into this account is running.", { fault: "busy" });
    }
    return await run();
  } finally {
    await client.end();
  }
}

async function importAll(target: ImportTarget): Promise<Imported> {
  const { archive, database, userId } = target;
  const assets = await AssetMap.read(archive, database, userId);
  // Before anything is written: what the rows name is there.
  for await (const batch of readGenerations(archive)) {
    for (const archived of batch) withoutLostFiles(archived, assets);
  }
  await checkFilms(target);
  await requireQuota(database, userId, assets.countNewBytes());
  const result: Imported = {
    generations: 0,
    known: 0,
    files: 0,
    films: [],
    lost: archive.manifest.faults.map(({ sha256 }) => sha256),
  };
  const isPart = isOfFilm(archive);
  for await (const batch of readGenerations(archive)) {
    const ids = await mapIds(database, {
      ...{ table: "Generation", userId, asCopies: isPart },
      ids: batch.map(({ generation }) => generation.id),
    });
    for (const archived of batch) {
      const mapped = ids.get(archived.generation.id)!;
      if (mapped.isKnown) result.known += 1;
      if (mapped.isKnown && !isPart) continue;
      let wanted = withoutLostFiles(archived, assets);
      if (mapped.isKnown) {
        wanted = await withoutKnownResults(target, mapped, wanted);
        if (wanted.outputs.length === 0) continue;
      }
      const files = await assets.storeNew(listAssets(wanted), target);
      await importGeneration({ database, userId, assets }, mapped, wanted, files);
      await assets.settle(files, database);
      if (!mapped.isKnown) result.generations += 1;
      result.files += files.length;
    }
  }
  if (!isPart) await importRest(target, assets, result);
  result.films = await importFilms(target);
  return result;
}

/** What only the archive of an account has. */
async function importRest(target: ImportTarget, assets: AssetMap, result: Imported): Promise<void> {
  const { database, userId } = target;
  for (const upload of assets.listNewUploads()) {
    const files = await assets.storeNew([upload], target);
    await writeAssets(database, userId, files);
    await assets.settle(files, database);
    result.files += files.length;
  }
  await importPreferences(target);
  await importProjects(target);
  await importSavedSearches(target);
  await importPresets(target, assets);
  await importSnippets(target);
  await importWebhooks(target);
}

async function requireQuota(database: Database, userId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  const left = await requireDiskQuota(userId, database).catch((error: unknown) => {
    if (error instanceof StudioError && error.code === "quota.disk") return 0;
    throw error;
  });
  if (bytes <= left) return;
  const inMegabytes = (number: number) => `${(number / 1e6).toFixed(1)} MB`;
  throw new ArchiveError(
    `The archive needs ${inMegabytes(bytes)}, but the quota of the account leaves ${inMegabytes(left)}.`,
    { fault: "quota" },
  );
}

const listAssets = ({ outputs, inputs }: ArchivedGeneration): string[] => [
  ...outputs.flatMap(({ assetId }) => assetId ?? []),
  ...inputs.map(({ assetId }) => assetId),
];

/** @throws ArchiveError where rows are not sorted, or belong to no generation */
async function* readGenerations(archive: Archive): AsyncGenerator<ArchivedGeneration[]> {
  const groups = {
    attempts: new RowGroups("attempts", "generationId", archive.readRows("attempts")),
    outputs: new RowGroups("outputs", "generationId", archive.readRows("outputs")),
    items: new RowGroups("items", "generationId", archive.readRows("items")),
    inputs: new RowGroups("inputs", "generationId", archive.readRows("inputs")),
  };
  let batch: ArchivedGeneration[] = [];
  let last = "";
  for await (const generation of archive.readRows("generations")) {
    if (generation.id <= last) throw new ArchiveError("The generations of the archive are not sorted.");
    last = generation.id;
    batch.push({
      generation,
      attempts: await groups.attempts.take(generation.id),
      outputs: await groups.outputs.take(generation.id),
      items: await groups.items.take(generation.id),
      inputs: await groups.inputs.take(generation.id),
    });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  for (const group of Object.values(groups)) await group.end();
  if (batch.length > 0) yield batch;
}
