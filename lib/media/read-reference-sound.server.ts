import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { readAssetBytes } from "./open-asset.server";
import { createWavHeader } from "./raw-audio";
import type { StoredAsset } from "./stored-asset";
import type { BlobStore } from "./store/blob-store.server";

/**
 * A sound as the service takes it for a reference (service.md "Rules for cover models" 4). Sound without a header, which
 * no service could read, gets the one of a WAV file. Throws `input.too-large` and `asset.missing`.
 */
export async function readReferenceSound(
  asset: Pick<StoredAsset, "sha256" | "bytes" | "rawAudio">,
  store?: BlobStore,
): Promise<Buffer> {
  const bytes = await readAssetBytes(asset, REFERENCE_AUDIO_LIMITS.maxBytes, store);
  return asset.rawAudio ? Buffer.concat([createWavHeader(asset.rawAudio, bytes.length), bytes]) : bytes;
}
