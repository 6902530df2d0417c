import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError, type FieldProblem } from "@/lib/errors/studio-error";
import { findAsset } from "@/lib/media/find-asset.server";
import { fetchRemote } from "@/lib/media/remote/fetch-remote.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";

/** The audio of a request: exactly one of both. */
interface SoundSource {
  assetId?: string | undefined;
  url?: string | undefined;
}

/** The longest download of a link. */
const fetchLimitMs = 120_000;

/**
 * The audio of a request as a stored file. A link is downloaded and stored, so that the audio can be played next to its
 * cover and recognised when it is requested again.
 *
 * @param options.ownHosts hosts of the person's connection that may be private, as `host:port`
 * @throws StudioError asset.missing; input.invalid for a link without audio; storage.failed
 */
export async function bringSound(
  { assetId, url: address }: SoundSource,
  { userId, ownHosts }: { userId: string; ownHosts: readonly string[] },
): Promise<StoredAsset> {
  if (assetId !== undefined || address === undefined) {
    const asset = await findAsset(assetId ?? "", userId);
    if (asset?.kind === "audio") return asset;
    const key = asset ? "asset.kind" : "asset.missing";
    throw new StudioError("asset.missing", { fields: [{ path: "assetId", key }] });
  }
  return fetchSound(address, { userId, ownHosts }).catch((cause: unknown) => {
    throw describeFetchFault(cause);
  });
}

async function fetchSound(
  address: string,
  { userId, ownHosts }: { userId: string; ownHosts: readonly string[] },
): Promise<StoredAsset> {
  const { maxBytes } = REFERENCE_AUDIO_LIMITS;
  const { stream, url } = await fetchRemote(address, {
    allowedHosts: ownHosts,
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

/** Reports a failed download at the field of the link: with one key, so that nothing shows which addresses exist. */
const fetchFaults: Partial<Record<StudioErrorCode, FieldProblem>> = {
  "url.refused": { path: "url", key: "cover.sound.unreachable" },
  "result.link-dead": { path: "url", key: "cover.sound.unreachable" },
  "result.unreachable": { path: "url", key: "cover.sound.unreachable" },
  "result.incomplete": { path: "url", key: "cover.sound.unreachable" },
  "result.too-large": { path: "url", key: "sound.too-large", values: { maxMegabytes: 50 } },
  "input.too-large": { path: "url", key: "sound.too-large", values: { maxMegabytes: 50 } },
  "asset.type": { path: "url", key: "sound.type" },
  "asset.empty": { path: "url", key: "sound.undecodable" },
  "asset.corrupt": { path: "url", key: "sound.undecodable" },
};

function describeFetchFault(cause: unknown): unknown {
  const tookTooLong = cause instanceof DOMException && cause.name === "TimeoutError";
  const code = tookTooLong ? "result.unreachable" : cause instanceof StudioError ? cause.code : undefined;
  const problem = code && fetchFaults[code];
  return problem ? new StudioError("input.invalid", { cause, fields: [problem] }) : cause;
}

/** The last part of an address, as a file name. */
function nameOf(url: string): string | undefined {
  const name = new URL(url).pathname.split("/").filter(Boolean).at(-1);
  return name?.slice(0, 200).toWellFormed();
}
