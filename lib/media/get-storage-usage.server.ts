import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import { type DiskSpace, measureDiskSpace } from "./store/disk-space.server";
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

/** The size of a person's files, as their quota counts it. */
export async function sumStoredBytes(userId: string, database: Queryable = getDatabase()): Promise<number> {
  const { _sum } = await database.asset.aggregate({ where: { userId }, _sum: { bytes: true } });
  return Number(_sum.bytes ?? 0);
}

/** Storage of the whole studio, for its owner. */
interface StudioStorage {
  files: number;
  bytes: number;
  place: { kind: "folder" | "bucket"; name: string };
  /** On the disk of the data folder, also where results are in a bucket. */
  disk: DiskSpace;
}

/** Files that several people have are counted once per person but stored once, so the disk may hold less. */
export async function getStudioStorage(database: Queryable = getDatabase()): Promise<StudioStorage> {
  const all = await database.asset.aggregate({ _count: { _all: true }, _sum: { bytes: true } });
  const counts = { files: all._count._all, bytes: Number(all._sum.bytes ?? 0) };
  const { STUDIO_STORAGE, STUDIO_S3_BUCKET } = getEnv();
  const disk = await measureDiskSpace();
  if (STUDIO_STORAGE === "s3")
    return { ...counts, place: { kind: "bucket", name: STUDIO_S3_BUCKET ?? "" }, disk };
  return { ...counts, place: { kind: "folder", name: getDataDir() }, disk };
}
