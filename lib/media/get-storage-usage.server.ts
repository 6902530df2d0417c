import { statfs } from "node:fs/promises";
import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { assetKinds } from "./stored-asset";

/** A person's storage by kind, without empty kinds. */
export async function listStorageUsage(userId: string, database: Queryable = getDatabase()) {
  const groups = await database.asset.groupBy({
    by: ["kind"],
    where: { userId },
    _count: { _all: true },
    _sum: { bytes: true },
  });
  return assetKinds.flatMap((kind) => {
    const group = groups.find((candidate) => candidate.kind === kind);
    return group ? [{ kind, files: group._count._all, bytes: Number(group._sum.bytes ?? 0) }] : [];
  });
}

/** Storage of the whole studio, for its owner. */
interface StudioStorage {
  files: number;
  bytes: number;
  place: { kind: "folder" | "bucket"; name: string };
  /** Free bytes on the disk of the folder; null for a bucket. */
  freeBytes: number | null;
}

/** Files that several people have are counted once per person but stored once, so the disk may hold less. */
export async function getStudioStorage(database: Queryable = getDatabase()): Promise<StudioStorage> {
  const all = await database.asset.aggregate({ _count: { _all: true }, _sum: { bytes: true } });
  const counts = { files: all._count._all, bytes: Number(all._sum.bytes ?? 0) };
  const { STUDIO_STORAGE, STUDIO_S3_BUCKET } = getEnv();
  if (STUDIO_STORAGE === "s3")
    return { ...counts, place: { kind: "bucket", name: STUDIO_S3_BUCKET ?? "" }, freeBytes: null };
  const folder = getDataDir();
  const disk = await statfs(folder);
  return { ...counts, place: { kind: "folder", name: folder }, freeBytes: disk.bavail * disk.bsize };
}
