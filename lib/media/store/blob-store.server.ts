import type { Readable } from "node:stream";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";

/** A part of a blob, both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface BlobStat {
  bytes: number;
  modifiedAt: Date;
}

export interface BlobListing extends BlobStat {
  key: string;
}

/** Writes a blob. Nothing is visible under a key before `commit`. */
export interface BlobWriter {
  /** A local file with the bytes written; complete from `seal` until `commit` or `discard`. */
  readonly path: string;
  /** Bytes written so far. */
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes, so that the bytes can be read at `path`, and returns the SHA-256 in lower-case hex. */
  seal(): Promise<{ sha256: string; bytes: number }>;
  /** Stores the sealed bytes under the key atomically; durable when it resolves. */
  commit(key: string): Promise<void>;
  /** Removes the temporary file. Safe to call after `commit`. */
  discard(): Promise<void>;
}

/**
 * Stores immutable blobs. Keys are relative paths with `/`; writing a key again is harmless. Throws StudioError
 * `storage.failed` for faults of the disk or S3, BlobMissingError for a missing key.
 */
export interface BlobStore {
  createWriter(): Promise<BlobWriter>;
  /** `bufferBytes`: the size of the pieces from a disk, which have to be collected after use. */
  openRead(key: string, range?: ByteRange, bufferBytes?: number): Promise<Readable>;
  /**
   * Gives a blob another name on this machine's disk, under which its bytes stay when it is removed; missing where the store isn't
   * on a disk. Fails where that name is on another disk.
   */
  link?(key: string, file: string): Promise<void>;
  /**
   * The address at which a browser may read a blob for a while, with these headers; missing where only this process reaches
   * the store.
   */
  createLink?(key: string, headers: { type: string; disposition: string }): Promise<string>;
  stat(key: string): Promise<BlobStat | null>;
  /** Removes a blob. Safe to call for a missing key. */
  remove(key: string): Promise<void>;
  /** Removes everything derived from a blob. */
  removeDerived(sha256: string): Promise<void>;
  /** All files in a folder and the folders in it, in any order. */
  list(folder: `${"blobs" | "derived" | "owners"}/${string}`): AsyncIterable<BlobListing>;
  /** Removes temporary files not written to since `idleSince`; returns how many. */
  cleanTemp(idleSince: Date): Promise<number>;
}

export class BlobMissingError extends Error {
  /**
   * Compared by name: Next bundles routes and server actions separately, each with its own class, and both use
   * this store.
   */
  static override [Symbol.hasInstance](value: unknown): value is BlobMissingError {
    return value instanceof Error && value.name === "BlobMissingError";
  }

  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no blob ${key}`, options);
    this.name = "BlobMissingError";
    this.key = key;
  }
}

/** The key of stored bytes: `blobs/ab/cd/<sha256>`. Two levels keep folders small. */
export function blobKey(sha256: string): string {
  return `blobs/${shard(sha256)}`;
}

/** The key of a file derived from a blob, for example `w640.webp`, which is created again when it is lost. */
export function derivedKey(sha256: string, name: string): string {
  return `${derivedFolder(sha256)}/${name}`;
}

/** Where the files derived from a blob are. */
export function derivedFolder(sha256: string): string {
  return `derived/${shard(sha256)}`;
}

function shard(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("A blob key needs a SHA-256 in lower-case hex");
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

const inProgress = new Map<string, Promise<Buffer>>();

/**
 * Gets a small derived file, or creates it and keeps it if it can. Concurrent calls in a process create it once; two
 * processes write the same bytes. Throws `storage.failed` where it can't be read, and whatever `create` throws.
 */
export function getOrCreateDerived(
  store: BlobStore,
  key: string,
  create: () => Promise<Buffer>,
): Promise<Buffer> {
  const known = inProgress.get(key);
  if (known) return known;
  const getting = readOrCreate(store, key, create).finally(() => inProgress.delete(key));
  inProgress.set(key, getting);
  return getting;
}

async function readOrCreate(store: BlobStore, key: string, create: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await findDerived(store, key);
  if (kept) return kept;
  const bytes = await create();
  try {
    await keepDerived(store, key, bytes);
  } catch (error) {
    // It is created again when it is needed; a full disk must not hide it.
    if (!(error instanceof StudioError && error.code === "storage.failed")) throw error;
    getLogger().warn({ err: error.cause, key }, "A derived file could not be kept");
  }
  return bytes;
}

async function keepDerived(store: BlobStore, key: string, bytes: Buffer): Promise<void> {
  const writer = await store.createWriter();
  try {
    await writer.write(bytes);
    await writer.seal();
    await writer.commit(key);
  } finally {
    await writer.discard();
  }
}

async function findDerived(store: BlobStore, key: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync((await store.openRead(key)) as AsyncIterable<Uint8Array>));
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Runs a storage operation; anything it throws becomes the cause of `storage.failed`. */
export async function asStorageFault<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (cause) {
    throw cause instanceof StudioError ? cause : new StudioError("storage.failed", { cause });
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
