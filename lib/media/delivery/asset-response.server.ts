import type { Readable } from "node:stream";
import { fileExtension, safeFileName } from "../media-file-name";
import type { StoredAsset, ThumbnailWidth } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import { getThumbnail, hasThumbnail } from "../thumbnails.server";
import {
  parseByteRange,
  contentDisposition,
  allowsRange,
  matchesEntityTag,
  inertHeaders,
  privateImmutable,
  privateRevalidated,
} from "./media-headers";
import type { SoundTags } from "./sound-tags";
import {
  representTagged,
  representAsset,
  representAsWav,
  type Representation,
} from "./representation.server";
import { getPeaks, hasPeaks, peaksFileName } from "../peaks/get-peaks.server";
import { StudioError } from "@/lib/errors/studio-error";

export interface AssetResponseOptions {
  /** Offer it as a download instead of showing it. */
  download?: boolean;
  /** Name for the download; the asset's own by default. */
  name?: string;
  /** `wav` puts a header before sound that has none; other assets are delivered as they are. */
  as?: "wav";
  /** Put into a sound whose type takes them. */
  tags?: SoundTags | undefined;
  store?: BlobStore;
}

/**
 * The answer to a GET or HEAD for an asset: whole or one range (206, 416), conditional (304), streamed at the pace of
 * the reader and closed when the reader leaves. The reader's right to the asset is the caller's to check.
 */
export async function createAssetResponse(
  request: Request,
  asset: StoredAsset,
  { download, name, as, tags, store }: AssetResponseOptions = {},
): Promise<Response> {
  const wav = as === "wav" ? representAsWav(asset, store) : null;
  const tagged = !wav && tags ? await orNotFound(representTagged(asset, tags, store)) : null;
  const whole = wav ?? tagged ?? representAsset(asset, store);
  const tag = whole.entityTag;
  const fileName =
    safeFileName(name ?? asset.fileName ?? "", whole.mimeType) ??
    `${asset.sha256.slice(0, 12)}.${fileExtension(whole.mimeType)}`;
  const headers = new Headers({
    ...inertHeaders,
    etag: tag,
    // The words of tags change with the title, under the same address.
    "cache-control": tagged ? privateRevalidated : privateImmutable,
    "accept-ranges": "bytes",
    "content-disposition": contentDisposition(download ? "attachment" : "inline", fileName),
  });
  if (matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const wanted = allowsRange(request.headers.get("if-range"), tag) ? request.headers.get("range") : null;
  const range = parseByteRange(wanted, whole.bytes);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${whole.bytes}`);
    headers.set("cache-control", "no-store");
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-type", whole.contentType);
  const part = range === "whole" ? undefined : range;
  headers.set("content-length", String(part ? part.end - part.start + 1 : whole.bytes));
  if (part) headers.set("content-range", `bytes ${part.start}-${part.end}/${whole.bytes}`);
  const body = request.method === "HEAD" ? null : await openBody(request, whole, part);
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
  const headers = new Headers({ ...inertHeaders, etag: tag, "cache-control": privateImmutable });
  if (hasThumbnail(asset) && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const thumbnail = await orNotFound(getThumbnail(asset, width, store));
  headers.set("content-type", "image/webp");
  headers.set("content-length", String(thumbnail.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(thumbnail), { headers });
}

async function openBody(
  request: Request,
  whole: Representation,
  range: { start: number; end: number } | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const source = await orNotFound(whole.open(range));
  request.signal.addEventListener("abort", () => source.destroy(), { once: true });
  return toWebStream(source);
}

/** Reads only what is asked for, and closes the source when the reader cancels, even before the first byte. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        // The reader left meanwhile: the stream is closed already.
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        hasLeft = true;
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

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

/** A row without its blob is a fault of the data folder: gone for the reader, told in full to the log by its cause. */
export async function orNotFound<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (cause) {
    if (cause instanceof StudioError && cause.code === "asset.missing") {
      throw new StudioError("not-found", { cause });
    }
    throw cause;
  }
}
