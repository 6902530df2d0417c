import { randomUUID } from "node:crypto";
import type { Queryable } from "@/lib/db/database.server";
import type { AssetOrigin } from "../stored-asset";

/** Keeps the bytes of one digest, and the assets that have them, from being removed. */
export interface BlobHold {
  id: string;
  origin: AssetOrigin;
}

/** Whoever stores a result waits for the database for a day at most, to write its row. */
const holdDays: Record<AssetOrigin, number> = { output: 2, upload: 1 };

/**
 * Holds a digest for a day or two before its bytes are stored. Waits while a removal of these bytes is in progress, which then
 * ends before they are stored again. If the process dies, the bytes are checked when the hold ends.
 */
export async function holdBlob(
  database: Queryable,
  { sha256, origin }: { sha256: string; origin: AssetOrigin },
): Promise<BlobHold> {
  const id = randomUUID();
  await database.$executeRaw`
    WITH turn AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(hashtextextended('blob ' || ${sha256}::text, 0))
    )
    INSERT INTO "BlobCheck" ("id", "sha256", "dueAt")
    SELECT ${id}::uuid, ${sha256}::text, now() + ${holdDays[origin]} * interval '1 day' FROM turn`;
  return { id, origin };
}

/**
 * Shortens a hold once the row of the asset is written. What was uploaded is held for the whole day, because a person
 * writes a request with it; a result only until its output is written.
 */
export async function shortenHold(database: Queryable, { id, origin }: BlobHold): Promise<void> {
  if (origin === "upload") return;
  await database.$executeRaw`
    UPDATE "BlobCheck" SET "dueAt" = now() + interval '10 minutes' WHERE "id" = ${id}::uuid`;
}

/** Locks digests until the transaction ends, in one order: nobody stores their bytes meanwhile. */
export async function lockBlobs(transaction: Queryable, sha256s: readonly string[]): Promise<void> {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('blob ' || digest, 0))
    FROM (SELECT DISTINCT unnest(${sha256s}::text[]) AS digest ORDER BY 1) digests`;
}
