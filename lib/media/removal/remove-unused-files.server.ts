import pLimit from "p-limit";
import { type Database, Prisma, type Queryable } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { lockBlobs } from "./hold-blob.server";

/** Few, because whoever stores one of them waits until all are removed. */
const batchSize = 50;
const removalsAtOnce = 8;
/** A slow bucket takes seconds; without the lock of the transaction, a removal is not safe. */
const timeoutMs = 120_000;

/** The lock that removals share, and that a backup or a comparison of rows and files takes alone. */
export const removalLock = "removal of files";

/**
 * Notes that these assets lost a reference, in the transaction in which they lost it. `removeUnusedFiles` removes those
 * that nothing refers to any more.
 *
 * @returns their digests
 */
export async function checkAssets(transaction: Queryable, assetIds: readonly string[]): Promise<string[]> {
  // Rounded up, a note would not be due yet, and would hold the digest for the rest of the millisecond.
  const rows = await transaction.$queryRaw<{ sha256: string }[]>`
    INSERT INTO "BlobCheck" ("id", "sha256", "assetId", "dueAt")
    SELECT gen_random_uuid(), "sha256", "id", date_trunc('milliseconds', now()) FROM "Asset" WHERE "id" = ANY (${assetIds}::uuid[])
    RETURNING "sha256"`;
  return [...new Set(rows.map(({ sha256 }) => sha256))];
}

interface Files {
  database: Database;
  store: BlobStore;
}

/**
 * Removes assets that were noted and that nothing refers to, then the bytes of digests that no asset of anyone has, with
 * everything derived from them. Rows go first and bytes after their commit, so a process that dies in between leaves bytes
 * that the next call removes. Does nothing while a backup copies files.
 *
 * @param sha256s only these; everything that is due by default
 * @returns how many blobs were removed
 */
export async function removeUnusedFiles(
  files: Files,
  sha256s: readonly string[] | null = null,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await findDue(files.database, sha256s);
    if (batch.length === 0) return removed;
    if (!(await removeAssets(files.database, batch))) return removed;
    const count = await removeBlobs(files, batch);
    if (count === null) return removed;
    removed += count;
  }
}

/** Something is about to refer to the digest of `due`. */
const isHeld = Prisma.sql`EXISTS (
  SELECT FROM "BlobCheck" hold WHERE hold."sha256" = due."sha256" AND hold."dueAt" > now()
)`;

async function findDue(database: Queryable, sha256s: readonly string[] | null): Promise<string[]> {
  const wanted = sha256s === null ? Prisma.empty : Prisma.sql`AND due."sha256" = ANY (${sha256s}::text[])`;
  const rows = await database.$queryRaw<{ sha256: string }[]>`
    SELECT DISTINCT due."sha256" FROM "BlobCheck" due
    WHERE due."dueAt" <= now() AND NOT ${isHeld} ${wanted} LIMIT ${batchSize}`;
  return rows.map(({ sha256 }) => sha256);
}

/** Runs with the locks of the digests; null while a backup copies files. */
function whileLocked<Result>(
  database: Database,
  sha256s: readonly string[],
  run: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result | null> {
  return database.$transaction(
    async (transaction) => {
      const [row] = await transaction.$queryRaw<{ free: boolean }[]>`
        SELECT pg_try_advisory_xact_lock_shared(hashtextextended(${removalLock}, 0)) AS "free"`;
      if (row?.free !== true) return null;
      await lockBlobs(transaction, sha256s);
      return run(transaction);
    },
    { timeout: timeoutMs },
  );
}

/**
 * An analysis refers to its sound while it is in progress, while its identifier is valid, and for a day after it was sent,
 * because it counts in the rate window. Later it goes with the sound.
 */
const usingAnalysis = Prisma.sql`
  SELECT FROM "CoverAnalysis" analysis WHERE analysis."assetId" = asset."id" AND (
    analysis."state" IN ('queued', 'running') OR analysis."expiresAt" > now()
    OR analysis."startedAt" > now() - interval '1 day'
  )`;

/** Removes the noted assets without references. */
async function removeAssets(database: Database, sha256s: readonly string[]): Promise<boolean> {
  const done = await whileLocked(database, sha256s, async (transaction) => {
    // Whoever adds a reference locks the asset. Once these locks are free, the next statement sees all references.
    const assets = await transaction.$queryRaw<{ id: string }[]>`
      SELECT asset."id" FROM "Asset" asset WHERE asset."id" IN (
        SELECT due."assetId" FROM "BlobCheck" due
        WHERE due."sha256" = ANY (${sha256s}::text[]) AND due."dueAt" <= now() AND NOT ${isHeld}
      ) ORDER BY asset."id" FOR UPDATE`;
    await deleteUnusedAssets(
      transaction,
      assets.map(({ id }) => id),
    );
    return true;
  });
  return done === true;
}

/** Deletes those of these assets, which are locked, that nothing refers to. Their bytes are to be checked then. */
export async function deleteUnusedAssets(transaction: Queryable, ids: readonly string[]): Promise<number> {
  return transaction.$executeRaw`
    DELETE FROM "Asset" asset WHERE asset."id" = ANY (${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM "Output" output WHERE output."assetId" = asset."id")
      AND NOT EXISTS (SELECT FROM "Item" item WHERE item."assetId" = asset."id")
      AND NOT EXISTS (SELECT FROM "GenerationAsset" input WHERE input."assetId" = asset."id")
      AND NOT EXISTS (SELECT FROM "PresetAsset" preset WHERE preset."assetId" = asset."id")
      AND NOT EXISTS (${usingAnalysis})`;
}

/** Removes the bytes of digests without assets, and the notes of all. */
function removeBlobs({ database, store }: Files, sha256s: readonly string[]): Promise<number | null> {
  return whileLocked(database, sha256s, async (transaction) => {
    const unused = await transaction.$queryRaw<{ sha256: string }[]>`
      SELECT due."sha256" FROM unnest(${sha256s}::text[]) AS due("sha256")
      WHERE NOT ${isHeld} AND NOT EXISTS (SELECT FROM "Asset" asset WHERE asset."sha256" = due."sha256")`;
    const limit = pLimit(removalsAtOnce);
    await Promise.all(
      unused.map(({ sha256 }) =>
        limit(async () => {
          await store.remove(blobKey(sha256));
          await store.removeDerived(sha256);
        }),
      ),
    );
    if (unused.length > 0) {
      const removed = unused.map(({ sha256 }) => sha256);
      getLogger().info({ files: removed.length, sha256s: removed }, "Removed files that nothing refers to");
    }
    // Nobody notes it when an analysis ends.
    await transaction.$executeRaw`
      UPDATE "BlobCheck" due SET "dueAt" = now() + interval '1 day'
      FROM "Asset" asset
      WHERE due."sha256" = ANY (${sha256s}::text[]) AND due."dueAt" <= now() AND asset."id" = due."assetId"
        AND EXISTS (${usingAnalysis})`;
    await transaction.$executeRaw`
      DELETE FROM "BlobCheck" due
      WHERE due."sha256" = ANY (${sha256s}::text[]) AND due."dueAt" <= now() AND NOT ${isHeld}`;
    return unused.length;
  });
}
