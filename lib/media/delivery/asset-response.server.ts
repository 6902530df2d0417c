import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import { fileExtension, safeFileName } from "../media-file-name";
import { getPeaks, hasPeaks, peaksFileName } from "../peaks/get-peaks.server";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import type { StoredAsset, ThumbnailWidth } from "../stored-asset";
import { getStrip, getThumbnail, hasThumbnail, stripVersion } from "../thumbnails.server";
import {
  parseByteRange,
  contentDisposition,
  allowsRange,
  matchesEntityTag,
  inertHeaders,
  privateRevalidated,
} from "./media-headers";
import {
  representAsset,
  representAsWav,
  representTagged,
  type Representation,
} from "./representations.server";
import type { SoundTags } from "./sound-tags";

interface AssetResponseOptions {
  /** Offer it as a download instead of showing it. */
  download?: boolean;
  /** Name for the download; the asset's own by default. */
  name?: string;
  /** `wav` adds a header to audio that has none; other assets are delivered unchanged. */
  as?: "wav";
  /** Written into audio whose type supports tags. */
  tags?: SoundTags | undefined;
  store?: BlobStore;
}

/**
 * Answers a GET or HEAD for an asset: whole or one range (206, 416), conditional (304), streamed at the
 * reader's pace and closed when the reader disconnects; or sends a browser's element to the store (307), where browsers
 * reach it. The caller checks that the reader may see the asset.
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
    "cache-control": privateRevalidated,
    "accept-ranges": "bytes",
    "content-disposition": contentDisposition(download ? "attachment" : "inline", fileName),
  });
  if (matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const link = wav || tagged ? null : await findLink(request, asset, { whole, headers, store });
  if (link) {
    // The link is for whoever may see the asset now.
    return new Response(null, { status: 307, headers: { location: link, "cache-control": "no-store" } });
  }
  return respondInPart(request, whole, headers);
}

/** Answers a GET or HEAD for bytes derived from an asset, such as its proxy, like `createAssetResponse`. */
export async function createDerivedResponse(request: Request, whole: Representation): Promise<Response> {
  const headers = new Headers({
    ...inertHeaders,
    etag: whole.entityTag,
    "cache-control": privateRevalidated,
    "accept-ranges": "bytes",
  });
  if (matchesEntityTag(request.headers.get("if-none-match"), whole.entityTag)) {
    return new Response(null, { status: 304, headers });
  }
  return respondInPart(request, whole, headers);
}

/** Whole, or the range that was asked for. */
async function respondInPart(request: Request, whole: Representation, headers: Headers): Promise<Response> {
  const mayBePart = allowsRange(request.headers.get("if-range"), whole.entityTag);
  const wanted = mayBePart ? request.headers.get("range") : null;
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

/**
 * The asset's address at the store, for a picture, sound or video that a page shows, and for a download. Scripts read through
 * the web, since their page may not read another site's bytes, and so do programs, which keep one address.
 */
async function findLink(
  request: Request,
  asset: StoredAsset,
  { whole, headers, store }: { whole: Representation; headers: Headers; store: BlobStore | undefined },
): Promise<string | null> {
  const { createLink } = store ?? (await getBlobStore());
  const disposition = headers.get("content-disposition")!;
  const [mode, target] = ["mode", "dest"].map((fact) => request.headers.get(`sec-fetch-${fact}`) ?? "");
  const isShown = mode === "no-cors" && ["image", "audio", "video"].includes(target!);
  const isSaved = mode === "navigate" && disposition.startsWith("attachment");
  if (!createLink || request.method !== "GET" || !(isShown || isSaved)) return null;
  return createLink(blobKey(asset.sha256), { type: whole.contentType, disposition });
}

/** Answers `?width=` with a WebP thumbnail. Ranges are not supported. */
export function createThumbnailResponse(
  request: Request,
  asset: StoredAsset,
  width: ThumbnailWidth,
  store?: BlobStore,
): Promise<Response> {
  return respondWithPicture(request, {
    tag: hasThumbnail(asset) ? `"${asset.sha256}-w${width}"` : null,
    make: () => getThumbnail(asset, width, store),
  });
}

/** Answers with the strip of a video. Ranges are not supported. */
export function createStripResponse(
  request: Request,
  asset: StoredAsset,
  store?: BlobStore,
): Promise<Response> {
  return respondWithPicture(request, {
    tag: asset.kind === "video" ? `"${asset.sha256}-strip-v${stripVersion}"` : null,
    make: () => getStrip(asset, store),
  });
}

/** @param picture.tag null where none can be made */
async function respondWithPicture(
  request: Request,
  { tag, make }: { tag: string | null; make: () => Promise<Buffer> },
): Promise<Response> {
  const headers = new Headers({ ...inertHeaders, "cache-control": privateRevalidated });
  if (tag) headers.set("etag", tag);
  if (tag && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await orNotFound(make());
  headers.set("content-type", "image/webp");
  headers.set("content-length", String(bytes.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
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

/** Reads on demand, and closes the source when the reader cancels, even before the first byte. */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        // The reader cancelled meanwhile: the stream is already closed.
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        isCancelled = true;
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Answers a GET or HEAD for the waveform of an asset. The caller checks that the reader may see the asset. */
export async function createPeaksResponse(
  request: Request,
  asset: StoredAsset,
  store?: BlobStore,
): Promise<Response> {
  const tag = `"${asset.sha256}-${peaksFileName(asset)}"`;
  const headers = new Headers({ etag: tag, "cache-control": privateRevalidated });
  if (hasPeaks(asset) && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const json = await orNotFound(getPeaks(asset, store));
  headers.set("content-type", "application/json");
  headers.set("content-length", String(json.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(json), { headers });
}

/**
 * Turns a missing blob into a 404. The row exists but the data folder lost the file, so the cause is kept for
 * the log.
 */
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
