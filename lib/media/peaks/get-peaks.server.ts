import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import { derivedKey, type BlobStore, keepDerived } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import { canDecodeSound, SoundDecodingError, type SoundFormat } from "./decode/sound-decoder";
import type { Readable } from "node:stream";
import type { PeaksDto } from "./peaks-dto";
import { runSoundThread } from "./run-sound-thread.server";

export type PeaksSource = Pick<StoredAsset, "sha256" | "kind" | "mimeType" | "rawAudio">;

/** Grows with every change of what is stored; older files are never looked at again. */
const version = 1;

/** Threads at once; one core stays with those who wait for pages. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));

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
  return keepDerived(blobStore, key, () => limit(() => makePeaks(asset, blobStore)));
}

async function makePeaks(asset: PeaksSource, store: BlobStore): Promise<Buffer> {
  const source = await openAsset(asset, undefined, store);
  const { mimeType, rawAudio } = asset;
  const peaks = await computePeaksInThread(source, { mimeType, rawAudio }).catch((cause: unknown) => {
    throw cause instanceof SoundDecodingError ? new StudioError("asset.corrupt", { cause }) : cause;
  });
  return Buffer.from(JSON.stringify(peaks));
}

/**
 * `computePeaks` in a worker thread.
 *
 * @throws SoundDecodingError; and whatever `source` throws
 */
export async function computePeaksInThread(source: Readable, format: SoundFormat): Promise<PeaksDto> {
  for await (const result of runSoundThread(source, { job: "peaks", format })) {
    if (result.type === "peaks") return result.peaks;
  }
  throw new SoundDecodingError("The thread found no waveform");
}
