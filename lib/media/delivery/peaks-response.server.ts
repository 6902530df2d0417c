import { getPeaks, hasPeaks, peaksFileName } from "../peaks/get-peaks.server";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import { matchesEntityTag } from "./entity-tag";
import { privateImmutable } from "./media-headers";
import { orNotFound } from "./or-not-found";

/** The answer to a GET or HEAD for the waveform of an asset; the reader's right to it is the caller's to check. */
export async function createPeaksResponse(
  request: Request,
  asset: StoredAsset,
  store?: BlobStore,
): Promise<Response> {
  const tag = `"${asset.sha256}-${peaksFileName(asset)}"`;
  const headers = new Headers({ etag: tag, "cache-control": privateImmutable });
  if (hasPeaks(asset) && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const json = await orNotFound(getPeaks(asset, store));
  headers.set("content-type", "application/json");
  headers.set("content-length", String(json.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(json), { headers });
}
