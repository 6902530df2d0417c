import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";

/** A part of a blob, both ends included, as HTTP counts it. */
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

/** Bytes on their way into the store. Nothing is visible under a key before `commit`. */
export interface BlobWriter {
  /** A local file with what was written; whole once `seal` has resolved, until `commit` or `discard`. */
  readonly path: string;
  /** How many bytes were written so far. */
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Writes the rest out, so that it can be read at `path`, and tells the SHA-256 in lower-case hex. */
  seal(): Promise<{ sha256: string; bytes: number }>;
  /** Puts the sealed bytes under the key, whole or not at all; durable when it resolves. */
  commit(key: string): Promise<void>;
  /** Removes what was written; does nothing after `commit`. */
  discard(): Promise<void>;
}

/**
 * Where bytes live. Keys are relative paths with `/`; blobs are immutable, so that writing a key again is harmless.
 * Faults of the disk or of S3 come out as StudioError `storage.failed`; a missing key as BlobMissingError.
 */
export interface BlobStore {
  createWriter(): Promise<BlobWriter>;
  openRead(key: string, range?: ByteRange): Promise<Readable>;
  /** The facts of a blob, or null where there is none. */
  stat(key: string): Promise<BlobStat | null>;
  /** Removes a blob; resolves also where there is none. */
  remove(key: string): Promise<void>;
  /** Every blob whose key begins with the prefix, in no promised order. */
  list(prefix: "blobs/" | "derived/"): AsyncIterable<BlobListing>;
  /** Removes temporary files that nobody has written to since the given moment; tells how many. */
  cleanTemp(idleSince: Date): Promise<number>;
}

/** The store has no such blob. */
export class BlobMissingError extends Error {
  /** By name: Next bundles routes and server actions apart, each with a class of its own, and both share the store. */
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

/** The key of stored bytes: `blobs/ab/cd/<sha256>`, two levels so that no folder grows large. */
export function blobKey(sha256: string): string {
  return `blobs/${shard(sha256)}`;
}

/** The key of something made from a blob and made again when it is lost, for example `w640.webp`. */
export function derivedKey(sha256: string, name: string): string {
  return `derived/${shard(sha256)}/${name}`;
}

function shard(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("A blob key needs a SHA-256 in lower-case hex");
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

const underway = new Map<string, Promise<Buffer>>();

/**
 * Something small made from a blob, by its key (`derivedKey`): as it was kept, or made now and kept. Requests at once make
 * it once in a process; two processes write the same bytes whole, one after the other. Throws `storage.failed`, and
 * whatever `make` throws.
 */
export function keepDerived(store: BlobStore, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = underway.get(key);
  if (known) return known;
  const getting = getOrMake(store, key, make).finally(() => underway.delete(key));
  underway.set(key, getting);
  return getting;
}

async function getOrMake(store: BlobStore, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await findDerived(store, key);
  if (kept) return kept;
  const bytes = await make();
  const writer = await store.createWriter();
  try {
    await writer.write(bytes);
    await writer.seal();
    await writer.commit(key);
  } finally {
    await writer.discard();
  }
  return bytes;
}

async function findDerived(store: BlobStore, key: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync((await store.openRead(key)) as AsyncIterable<Uint8Array>));
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Runs one operation of the storage; whatever it throws becomes `storage.failed` with the fault as its cause. */
export async function asStorageFault<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (cause) {
    throw cause instanceof StudioError ? cause : new StudioError("storage.failed", { cause });
  }
}

/** The `code` of a Node error (ENOENT, EACCES ...), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
