import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import { FairLimit } from "../decoding/fair-limit";
import { openAsset } from "../open-asset.server";
import { derivedKey, type BlobStore, getOrCreateDerived } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import type { StoredAsset } from "../stored-asset";
import { canDecodeSound, SoundDecodingError, type SoundFormat } from "./decode/sound-decoder";
import type { PeaksDto } from "./peaks-dto";
import { runSoundThread } from "./run-sound-thread.server";

type PeaksSource = Pick<StoredAsset, "userId" | "sha256" | "kind" | "mimeType" | "rawAudio">;

/** Increment when the waveform changes; older files are then ignored. */
const version = 1;

/** Concurrent threads; one core is left for serving pages. */
const limit = new FairLimit(Math.max(1, availableParallelism() - 1));

/** Whether this asset has a waveform: it is audio of a type with a decoder. */
export function hasPeaks(asset: Omit<PeaksSource, "userId" | "sha256">): boolean {
  return asset.kind === "audio" && canDecodeSound(asset);
}

/**
 * The file name of this waveform. Headerless audio has one per format, because the same bytes can be read in
 * several.
 */
export function peaksFileName({ rawAudio }: PeaksSource): string {
  const rawFormat = rawAudio ? `-${rawAudio.encoding}-${rawAudio.sampleRateHz}-${rawAudio.channels}` : "";
  return `peaks-v${version}${rawFormat}.json`;
}

/**
 * The waveform as JSON of `peaksDtoSchema`; created on first request and kept. Concurrent requests in a process
 * compute it once; two processes write the same bytes.
 *
 * Throws `asset.type` for assets without one, `asset.corrupt` where nothing can be decoded, `asset.missing`,
 * `storage.failed`.
 */
export async function getPeaks(asset: PeaksSource, store?: BlobStore): Promise<Buffer> {
  if (!hasPeaks(asset)) throw new StudioError("asset.type");
  const blobStore = store ?? (await getBlobStore());
  const key = derivedKey(asset.sha256, peaksFileName(asset));
  return getOrCreateDerived(blobStore, key, () =>
    limit.run({ userId: asset.userId }, () => createPeaks(asset, blobStore)),
  );
}

async function createPeaks(asset: PeaksSource, store: BlobStore): Promise<Buffer> {
  const source = await openAsset(asset, undefined, store);
  const { mimeType, rawAudio } = asset;
  const peaks = await computePeaksInThread(source, { mimeType, rawAudio }).catch((cause: unknown) => {
    throw cause instanceof SoundDecodingError ? new StudioError("asset.corrupt", { cause }) : cause;
  });
  return Buffer.from(JSON.stringify(peaks));
}

/** Runs `computePeaks` in a worker thread. */
async function computePeaksInThread(source: Readable, format: SoundFormat): Promise<PeaksDto> {
  for await (const result of runSoundThread(source, { job: "peaks", format })) {
    if (result.type === "peaks") return result.peaks;
  }
  throw new SoundDecodingError("The thread found no waveform");
}
