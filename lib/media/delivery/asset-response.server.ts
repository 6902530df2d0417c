import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import { fileExtension, safeFileName } from "../media-file-name";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import { getThumbnail } from "../thumbnails.server";
import type { ThumbnailWidth } from "../thumbnail-widths";
import { parseByteRange } from "./byte-range";
import { contentDisposition } from "./content-disposition";
import { allowsRange, matchesEntityTag } from "./entity-tag";

export interface AssetResponseOptions {
  /** Offer it as a download instead of showing it. */
  download?: boolean;
  /** Name for the download; the asset's own by default. */
  name?: string;
  store?: BlobStore;
}

/** Bytes never change under an id, but only their owner may keep them. */
const cacheControl = "private, max-age=31536000, immutable";

/** Nothing that was uploaded may run as a page of the studio, even if a type were told wrongly. */
const inertHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * The answer to a GET or HEAD for an asset: whole or one range (206, 416), conditional (304), streamed at the pace of
 * the reader and closed when the reader leaves. The reader's right to the asset is the caller's to check.
 */
export async function createAssetResponse(
  request: Request,
  asset: StoredAsset,
  { download, name, store }: AssetResponseOptions = {},
): Promise<Response> {
  const tag = `"${asset.sha256}"`;
  const fileName =
    safeFileName(name ?? asset.fileName ?? "", asset.mimeType) ??
    `${asset.sha256.slice(0, 12)}.${fileExtension(asset.mimeType)}`;
  const headers = new Headers({
    ...inertHeaders,
    etag: tag,
    "cache-control": cacheControl,
    "accept-ranges": "bytes",
    "content-disposition": contentDisposition(download ? "attachment" : "inline", fileName),
  });
  if (matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const wanted = allowsRange(request.headers.get("if-range"), tag) ? request.headers.get("range") : null;
  const range = parseByteRange(wanted, asset.bytes);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${asset.bytes}`);
    headers.set("cache-control", "no-store");
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-type", contentType(asset.mimeType));
  const part = range === "whole" ? undefined : range;
  headers.set("content-length", String(part ? part.end - part.start + 1 : asset.bytes));
  if (part) headers.set("content-range", `bytes ${part.start}-${part.end}/${asset.bytes}`);
  const body = request.method === "HEAD" ? null : await openBody(request, asset, part, store);
  return new Response(body, { status: part ? 206 : 200, headers });
}

/** The answer for `?width=`: a small WebP, whole. */
export async function createThumbnailResponse(
  request: Request,
  asset: StoredAsset,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Response> {
  const tag = `"${asset.sha256}-w${width}"`;
  const headers = new Headers({ ...inertHeaders, etag: tag, "cache-control": cacheControl });
  if (asset.kind === "image" && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const thumbnail = await orNotFound(getThumbnail(asset, width, store));
  headers.set("content-type", "image/webp");
  headers.set("content-length", String(thumbnail.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(thumbnail), { headers });
}

async function openBody(
  request: Request,
  asset: StoredAsset,
  range: { start: number; end: number } | undefined,
  store?: BlobStore,
): Promise<ReadableStream<Uint8Array>> {
  const source = await orNotFound(openAsset(asset, range, store));
  request.signal.addEventListener("abort", () => source.destroy(), { once: true });
  return toWebStream(source);
}

/** Reads only what is asked for, and closes the source when the reader cancels, even before the first byte. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A row without its blob is a fault of the data folder: gone for the reader, told in full to the log by its cause. */
async function orNotFound<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (cause) {
    if (cause instanceof StudioError && cause.code === "asset.missing") {
      throw new StudioError("not-found", { cause });
    }
    throw cause;
  }
}

function contentType(mimeType: string): string {
  return mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType;
}
