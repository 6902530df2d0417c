import { StudioError } from "@/lib/errors/studio-error";
import { Base64Source } from "@/lib/service/contract/base64-source";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { openAsset } from "./open-asset.server";
import { createWavHeader } from "./raw-audio";
import type { StoredAsset } from "./stored-asset";
import { blobKey, type BlobStore } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

type ReferenceAsset = Pick<StoredAsset, "sha256" | "bytes" | "rawAudio">;

/**
 * A sound as the service takes it for a reference (service.md "Rules for cover models" 4), to be read while it is sent.
 * Sound without a header, which no service could read, gets the one of a WAV file. Throws `input.too-large` and
 * `asset.missing` now, while nothing is sent.
 */
export async function readReferenceSound(asset: ReferenceAsset, store?: BlobStore): Promise<Base64Source> {
  const { maxBytes } = REFERENCE_AUDIO_LIMITS;
  const byteCount = countReferenceBytes(asset);
  if (byteCount > maxBytes) throw new StudioError("input.too-large", { values: { maxBytes } });
  const stored = await (store ?? (await getBlobStore())).stat(blobKey(asset.sha256));
  if (!stored) throw new StudioError("asset.missing");
  return new Base64Source(byteCount, () => readWithHeader(asset, store));
}

/** How many bytes the service gets of a sound: its own, and a header where it has none. */
export function countReferenceBytes({ bytes, rawAudio }: Pick<ReferenceAsset, "bytes" | "rawAudio">): number {
  return bytes + (rawAudio ? createWavHeader(rawAudio, bytes).length : 0);
}

async function* readWithHeader(asset: ReferenceAsset, store: BlobStore | undefined) {
  if (asset.rawAudio) yield createWavHeader(asset.rawAudio, asset.bytes);
  yield* (await openAsset(asset, undefined, store)) as AsyncIterable<Uint8Array>;
}
