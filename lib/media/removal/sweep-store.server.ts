import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database, Queryable } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import type { BlobStore } from "../store/blob-store.server";
import { compareStore } from "./compare-store.server";

/** For as long, the log says what will be removed. */
export const orphanDays = 7;
const intervalMs = 20 * 60 * 60 * 1000;
/** What a line of the log names. */
const maxLogged = 100;

const ownerKey = "store-owner";
const sweepKey = "store-sweep";

const sweepSchema = z.object({
  at: z.iso.datetime(),
  files: z.number().int(),
  bytes: z.number().int(),
  derivedBytes: z.number().int(),
  derivedByPerson: z.record(z.uuid(), z.number().int()),
  orphans: z.number().int(),
  missing: z.number().int(),
});
/** What the last sweep found. */
export type StoreSweep = z.output<typeof sweepSchema>;

interface Swept {
  database: Database;
  store: BlobStore;
  signal?: AbortSignal;
}

/**
 * Compares files and rows, at most once in 20 hours. Files without rows are noted; `removeUnusedFiles` removes them after
 * `orphanDays`, if nothing refers to them then. Rows without files are logged only.
 *
 * Notes nothing if another database has used the store, or if more than half of many files have no row: that is a wrong or
 * an old database rather than files that were left over.
 *
 * @returns null if it isn't time yet, or if it was ended
 */
export async function sweepStore({ database, store, signal }: Swept): Promise<StoreSweep | null> {
  const last = await findLastSweep(database);
  if (last && Date.parse(last.at) > Date.now() - intervalMs) return null;
  const others = await claimStore(database, store);
  const found = await compareStore({ database, store, signal });
  if (!found) return null;
  const { files, unnamed, unnamedCount, missing } = found;
  const digests = unnamed.map(({ sha256 }) => sha256);
  const facts = {
    files,
    orphans: unnamedCount,
    bytes: unnamed.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256s: digests.slice(0, maxLogged),
  };
  if (missing.length > 0) {
    const sha256s = missing.slice(0, maxLogged);
    getLogger().error({ missing: missing.length, sha256s }, "Stored files are missing");
  }
  if (unnamedCount > 0) {
    if (others.length > 0) {
      getLogger().warn({ ...facts, others }, "Files have no row, but another database has used this storage");
    } else if (isWrongDatabase(files, unnamedCount)) {
      getLogger().error(facts, "Most stored files have no row; is this the right database? They are kept");
    } else {
      await noteOrphans(database, digests);
      getLogger().warn(facts, `Files have no row and are removed in ${orphanDays} days`);
    }
  }
  const sweep = {
    at: new Date().toISOString(),
    files,
    bytes: found.bytes,
    derivedBytes: found.derivedBytes,
    derivedByPerson: Object.fromEntries(found.derivedByPerson),
    orphans: unnamedCount,
    missing: missing.length,
  };
  await database.instanceSetting.upsert({
    where: { key: sweepKey },
    create: { key: sweepKey, value: sweep },
    update: { value: sweep },
  });
  return sweep;
}

export async function findLastSweep(database: Queryable): Promise<StoreSweep | null> {
  const setting = await database.instanceSetting.findUnique({ where: { key: sweepKey } });
  return setting ? sweepSchema.parse(setting.value) : null;
}

const isWrongDatabase = (files: number, orphans: number) => orphans > 20 && orphans > files / 2;

/** Those that were not stored or noted meanwhile. */
async function noteOrphans(database: Database, sha256s: readonly string[]): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "BlobCheck" ("id", "sha256", "dueAt")
    SELECT gen_random_uuid(), orphan, now() + ${orphanDays} * interval '1 day'
    FROM unnest(${sha256s}::text[]) orphan
    WHERE NOT EXISTS (SELECT FROM "Asset" WHERE "Asset"."sha256" = orphan)
      AND NOT EXISTS (SELECT FROM "BlobCheck" WHERE "BlobCheck"."sha256" = orphan)`;
}

/** Forgets the sizes of a person's thumbnails and waveforms. */
export async function forgetInSweep(database: Queryable, userId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE "InstanceSetting" SET "value" = "value" #- ARRAY['derivedByPerson', ${userId}::text] WHERE "key" = ${sweepKey}`;
}

/**
 * Leaves the mark of this database in the store, `owners/<ID>`.
 *
 * @returns the marks of other databases
 */
async function claimStore(database: Database, store: BlobStore): Promise<string[]> {
  await database.instanceSetting.createMany({
    data: { key: ownerKey, value: randomUUID() },
    skipDuplicates: true,
  });
  const { value } = await database.instanceSetting.findUniqueOrThrow({ where: { key: ownerKey } });
  const own = `owners/${z.uuid().parse(value)}`;
  if (!(await store.stat(own))) {
    const writer = await store.createWriter();
    try {
      await writer.write(Buffer.from("A database of Reverie whose rows name files in this storage.\n"));
      await writer.seal();
      await writer.commit(own);
    } finally {
      await writer.discard();
    }
  }
  const marks = (await Array.fromAsync(store.list("owners/"))).map(({ key }) => key);
  return marks.filter((key) => key !== own);
}
