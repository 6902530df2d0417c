import { BlobMissingError, type BlobStore } from "./blob-store.server";

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
