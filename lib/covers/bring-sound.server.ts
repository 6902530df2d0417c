import { StudioError } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { fetchRemote } from "@/lib/media/remote/fetch-remote.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";

/** A sound as a request names it: by one of both. */
export interface SoundSource {
  assetId?: string | undefined;
  url?: string | undefined;
}

/** What a link takes longest, from its first byte to its last. */
const fetchLimitMs = 120_000;

/**
 * The sound of a request as a file of the studio. One behind a link is fetched and kept: only then can it be heard beside
 * its cover, and is known to be the same sound again.
 *
 * @param options.ownHost of the person's connection, which may be private
 * @throws StudioError asset.missing, url.refused, result.link-dead, result.unreachable, and what `storeAsset` throws
 */
export async function bringSound(
  { assetId, url: address }: SoundSource,
  { userId, ownHost }: { userId: string; ownHost: string },
): Promise<StoredAsset> {
  if (assetId !== undefined || address === undefined) {
    const asset = await findAsset(assetId ?? "", userId);
    if (asset?.kind === "audio") return asset;
    const key = asset ? "asset.kind" : "asset.missing";
    throw new StudioError("asset.missing", { fields: [{ path: "assetId", key }] });
  }
  const { maxBytes } = REFERENCE_AUDIO_LIMITS;
  const { stream, url } = await fetchRemote(address, {
    allowedHosts: [ownHost],
    signal: AbortSignal.timeout(fetchLimitMs),
    maxBytes,
  });
  return storeAsset({
    userId,
    origin: "upload",
    source: stream,
    expectedKind: "audio",
    maxBytes,
    fileName: nameOf(url),
  });
}

/** The last part of an address, as people name a file. */
function nameOf(url: string): string | undefined {
  const name = new URL(url).pathname.split("/").filter(Boolean).at(-1);
  return name?.slice(0, 200).toWellFormed();
}
