import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { findLastSweep, type StoreSweep } from "./removal/sweep-store.server";
import type { FileCount, StorageUsage } from "./storage-dto";
import { type DiskSpace, measureDiskSpace } from "./store/disk-space.server";
import { assetKinds } from "./stored-asset";

/** A person's files by kind, month and origin. Reads what a trigger counts, so it takes the same time for any number. */
export async function getStorageUsage(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<StorageUsage> {
  const [counts, sweep] = await Promise.all([
    database.assetCount.findMany({ where: { userId, files: { gt: 0 } } }),
    findLastSweep(database),
  ]);
  const rows = counts.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  const months = [...new Set(rows.map(({ month }) => month))].toSorted((left, right) => right - left);
  return {
    total: addUp(rows),
    kinds: assetKinds.flatMap((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      return own.length > 0 ? [{ kind, ...addUp(own) }] : [];
    }),
    months: months.map((month) => ({
      month: `${String(month).slice(0, 4)}-${String(month).slice(4)}`,
      ...addUp(rows.filter((row) => row.month === month)),
    })),
    uploads: addUp(rows.filter(({ origin }) => origin === "upload")),
    previews: sweep ? { bytes: sweep.derivedByPerson[userId] ?? 0, at: sweep.at } : null,
  };
}

function addUp(rows: readonly FileCount[]): FileCount {
  return {
    files: rows.reduce((sum, { files }) => sum + files, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The size of a person's files, as their quota counts it. */
export async function sumStoredBytes(userId: string, database: Queryable = getDatabase()): Promise<number> {
  const { _sum } = await database.assetCount.aggregate({ where: { userId }, _sum: { bytes: true } });
  return Number(_sum.bytes ?? 0);
}

/** Storage of the whole studio, for its owner. */
interface StudioStorage extends FileCount {
  place: { kind: "folder" | "bucket"; name: string };
  /** On the disk of the data folder, also where results are in a bucket. */
  disk: DiskSpace;
  /** What was found in the store, null before the first time. */
  sweep: StoreSweep | null;
  /** By the people who have files, the one with most first. */
  people: (FileCount & { userId: string; name: string })[];
}

/** Files that several people have are counted once per person but stored once, so the disk may hold less. */
export async function getStudioStorage(database: Queryable = getDatabase()): Promise<StudioStorage> {
  const rows = await database.$queryRaw<{ userId: string; name: string; files: number; bytes: bigint }[]>`
    SELECT person."id" AS "userId", person."name", sum(counts."files")::integer AS "files",
      sum(counts."bytes")::bigint AS "bytes"
    FROM "AssetCount" counts JOIN "User" person ON person."id" = counts."userId"
    GROUP BY person."id" HAVING sum(counts."files") > 0 ORDER BY "bytes" DESC, person."id"`;
  const people = rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  const { STUDIO_STORAGE, STUDIO_S3_BUCKET } = getEnv();
  const isBucket = STUDIO_STORAGE === "s3";
  return {
    ...addUp(people),
    people,
    place: isBucket
      ? { kind: "bucket", name: STUDIO_S3_BUCKET ?? "" }
      : { kind: "folder", name: getDataDir() },
    disk: await measureDiskSpace(),
    sweep: await findLastSweep(database),
  };
}
