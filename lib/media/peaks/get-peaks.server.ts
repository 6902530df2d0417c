import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import { BlobMissingError, derivedKey, type BlobStore } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import { computePeaksInThread } from "./compute-peaks-in-thread.server";
import { canDecodeSound } from "./decode/sound-format";
import { SoundDecodingError } from "./decode/sound-decoder";

export type PeaksSource = Pick<StoredAsset, "sha256" | "kind" | "mimeType" | "rawAudio">;

/** Grows with every change of what is stored; older files are never looked at again. */
const version = 1;

/** Threads at once; one core stays with those who wait for pages. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));
const underway = new Map<string, Promise<Buffer>>();

/** Whether this asset has a waveform: it is sound, of a type that can be decoded here. */
export function hasPeaks(asset: PeaksSource): boolean {
  return asset.kind === "audio" && canDecodeSound(asset);
}

/** A name for exactly this waveform: the same bytes read in two ways have two. */
export function peaksFileName({ rawAudio }: PeaksSource): string {
  const reading = rawAudio ? `-${rawAudio.encoding}-${rawAudio.sampleRateHz}-${rawAudio.channels}` : "";
  return `peaks-v${version}${reading}.json`;
}

/**
 * The waveform of a sound as JSON of `peaksDtoSchema`: made at the first request and kept. Requests at once make it once
 * in a process; two processes write the same bytes whole, one after the other.
 *
 * Throws `asset.type` for what has none, `asset.corrupt` where nothing can be decoded, `asset.missing`, `storage.failed`.
 */
export async function getPeaks(asset: PeaksSource, store?: BlobStore): Promise<Buffer> {
  if (!hasPeaks(asset)) throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  const key = derivedKey(asset.sha256, peaksFileName(asset));
  return getOnce(key, async () => {
    return (await findPeaks(blobStore, key)) ?? (await limit(() => makePeaks(asset, key, blobStore)));
  });
}

async function findPeaks(store: BlobStore, key: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync((await store.openRead(key)) as AsyncIterable<Uint8Array>));
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

function getOnce(key: string, get: () => Promise<Buffer>): Promise<Buffer> {
  const known = underway.get(key);
  if (known) return known;
  const getting = get().finally(() => underway.delete(key));
  underway.set(key, getting);
  return getting;
}

async function makePeaks(asset: PeaksSource, key: string, store: BlobStore): Promise<Buffer> {
  const source = await openAsset(asset, undefined, store);
  const { mimeType, rawAudio } = asset;
  const peaks = await computePeaksInThread(source, { mimeType, rawAudio }).catch((cause: unknown) => {
    throw cause instanceof SoundDecodingError ? new StudioError("asset.corrupt", { cause }) : cause;
  });
  const json = Buffer.from(JSON.stringify(peaks));
  const writer = await store.createWriter();
  try {
    await writer.write(json);
    await writer.seal();
    await writer.commit(key);
  } finally {
    await writer.discard();
  }
  return json;
}
