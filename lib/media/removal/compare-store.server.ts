import type { Queryable } from "@/lib/db/database.server";
import { blobKey, type BlobListing, type BlobStore } from "../store/blob-store.server";

/** Files of one digest: its bytes, what is derived from them, or both. */
export interface UnnamedFiles {
  sha256: string;
  bytes: number;
}

export interface StoreComparison {
  /** How many blobs the store has, and their size. */
  files: number;
  bytes: number;
  /** Size of all thumbnails and waveforms, and by the people who have their files. */
  derivedBytes: number;
  derivedByPerson: Map<string, number>;
  /** Files of digests that no asset has and that nothing holds or notes; at most `maxListed`. */
  unnamed: UnnamedFiles[];
  unnamedCount: number;
  /** Digests of assets whose bytes are not there. */
  missing: string[];
}

/** Bounds the memory of a comparison where everything is wrong. */
const maxListed = 10_000;

/** Every file has a hold before it is stored. The age only covers workers of an earlier version. */
const youngMs = 24 * 60 * 60 * 1000;

const fileName = /^[0-9a-f]{64}$/;

interface Compared {
  database: Queryable;
  store: BlobStore;
  /** Ends the comparison, which then returns null. */
  signal?: AbortSignal;
  now?: number;
}

/**
 * Compares the names of all files in the store with the rows of all assets, both ways, and changes nothing. Reads one of
 * 256 parts after another, so that memory is bounded. Files that were modified within a day are left out.
 */
export async function compareStore(compared: Compared): Promise<StoreComparison | null> {
  const result: StoreComparison = {
    files: 0,
    bytes: 0,
    derivedBytes: 0,
    derivedByPerson: new Map(),
    unnamed: [],
    unnamedCount: 0,
    missing: [],
  };
  for (let part = 0; part < 256; part += 1) {
    if (compared.signal?.aborted) return null;
    await comparePart(part.toString(16).padStart(2, "0"), compared, result);
  }
  return result;
}

async function comparePart(
  prefix: string,
  { database, store, now = Date.now() }: Compared,
  result: StoreComparison,
): Promise<void> {
  // Files first: a row or a hold is written before its file, so the rows that are read later name every file in use.
  const [blobs, derived] = [
    await listPart(store, `blobs/${prefix}/`),
    await listPart(store, `derived/${prefix}/`),
  ];
  const [named, noted] = [await listPeople(database, prefix), await listNoted(database, prefix)];
  result.files += blobs.size;
  result.bytes += [...blobs.values()].reduce((sum, files) => sum + sumBytes(files), 0);
  for (const [sha256, files] of derived) {
    const bytes = sumBytes(files);
    result.derivedBytes += bytes;
    for (const userId of named.get(sha256) ?? []) {
      result.derivedByPerson.set(userId, (result.derivedByPerson.get(userId) ?? 0) + bytes);
    }
  }
  for (const sha256 of new Set([...blobs.keys(), ...derived.keys()])) {
    const files = [...(blobs.get(sha256) ?? []), ...(derived.get(sha256) ?? [])];
    const isYoung = files.some(({ modifiedAt }) => modifiedAt.getTime() > now - youngMs);
    if (isYoung || named.has(sha256) || noted.has(sha256)) continue;
    result.unnamedCount += 1;
    if (result.unnamed.length < maxListed) result.unnamed.push({ sha256, bytes: sumBytes(files) });
  }
  for (const sha256 of named.keys()) {
    if (!blobs.has(sha256) && (await isMissing(database, store, sha256))) result.missing.push(sha256);
  }
}

/** By digest; files with other names are none of the studio's. */
async function listPart(
  store: BlobStore,
  prefix: `blobs/${string}` | `derived/${string}`,
): Promise<Map<string, BlobListing[]>> {
  const files = new Map<string, BlobListing[]>();
  for await (const file of store.list(prefix)) {
    const sha256 = file.key.split("/")[3];
    if (sha256 && fileName.test(sha256)) files.set(sha256, [...(files.get(sha256) ?? []), file]);
  }
  return files;
}

const sumBytes = (files: readonly BlobListing[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** In any collation, `g` comes after the hex digits. A range uses the index, which a pattern does not. */
const inPart = (prefix: string) => ({ sha256: { gte: prefix, lt: `${prefix}g` } });

/** Who has assets, by digest. */
async function listPeople(database: Queryable, prefix: string): Promise<Map<string, Set<string>>> {
  const people = new Map<string, Set<string>>();
  const where = inPart(prefix);
  for (const { sha256, userId } of await database.asset.findMany({
    where,
    select: { sha256: true, userId: true },
  })) {
    people.set(sha256, (people.get(sha256) ?? new Set()).add(userId));
  }
  return people;
}

async function listNoted(database: Queryable, prefix: string): Promise<Set<string>> {
  const rows = await database.blobCheck.findMany({ where: inPart(prefix), select: { sha256: true } });
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Stored since the files were listed, or deleted since the rows were read? */
async function isMissing(database: Queryable, store: BlobStore, sha256: string): Promise<boolean> {
  if (await store.stat(blobKey(sha256))) return false;
  return (await database.asset.count({ where: { sha256 } })) > 0;
}
