import { StudioError } from "@/lib/errors/studio-error";
import { countReferenceBytes } from "../read-reference-sound.server";
import { getPeaks, hasPeaks } from "../peaks/get-peaks.server";
import { peaksDtoSchema } from "../peaks/peaks-dto";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import { findSoundProblems, type SoundProblem } from "./reference-sound-problems";

export interface ReferenceSoundCheck {
  /** Of the decoded audio. Null if it can't be decoded. */
  durationSeconds: number | null;
  problems: SoundProblem[];
}

/**
 * Looks whether a stored sound can be covered, by decoding it from its first byte to its last: neither a name nor a
 * header is believed. What was found is kept as its waveform, so a second look reads a few kilobytes.
 *
 * Throws `asset.missing` and `storage.failed`.
 */
export async function checkReferenceSound(
  asset: Pick<StoredAsset, "sha256" | "kind" | "mimeType" | "rawAudio" | "bytes">,
  store?: BlobStore,
): Promise<ReferenceSoundCheck> {
  const canDecode = hasPeaks(asset);
  const durationSeconds = canDecode ? await measureDecoded(asset, store) : null;
  const bytes = countReferenceBytes(asset);
  return { durationSeconds, problems: findSoundProblems({ bytes, durationSeconds, canDecode }) };
}

async function measureDecoded(
  asset: Parameters<typeof getPeaks>[0],
  store: BlobStore | undefined,
): Promise<number | null> {
  try {
    const peaks = JSON.parse((await getPeaks(asset, store)).toString()) as unknown;
    return peaksDtoSchema.parse(peaks).durationSeconds;
  } catch (error) {
    if (error instanceof StudioError && error.code === "asset.corrupt") return null;
    throw error;
  }
}
