import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { openAsset } from "../open-asset.server";
import { isRawAudio, rawAudioContentType } from "../raw-audio";
import type { BlobStore, ByteRange } from "../store/blob-store.server";
import type { StoredAsset } from "../stored-asset";
import { createWavHeader, wavPaddingBytes } from "../wav-header";
import { countBytes, type SoundTags, tagHeadBytes, tagSound, type FilePart } from "./sound-tags";

/** The bytes of a response: those of the asset, or bytes derived from them while they are read. */
export interface Representation {
  /** Strong: the same tag means exactly the same bytes. */
  entityTag: string;
  /** Without parameters; decides the extension of the download's name. */
  mimeType: string;
  contentType: string;
  bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

export function representAsset(asset: StoredAsset, store?: BlobStore): Representation {
  return {
    entityTag: `"${asset.sha256}"`,
    mimeType: asset.mimeType,
    contentType: contentType(asset),
    bytes: asset.bytes,
    open: (range) => openAsset(asset, range, store),
  };
}

/** Headerless audio with a WAV header, so that browsers play it; null for every other asset. */
export function representAsWav(asset: StoredAsset, store?: BlobStore): Representation | null {
  const { rawAudio } = asset;
  if (!rawAudio || !isRawAudio(asset.mimeType)) return null;
  const header = createWavHeader(rawAudio, asset.bytes);
  const padding = new Uint8Array(wavPaddingBytes(asset.bytes));
  const dataEnd = header.length + asset.bytes;
  const bytes = dataEnd + padding.length;
  const { encoding, sampleRateHz, channels } = rawAudio;
  return {
    entityTag: `"${asset.sha256}-wav-${encoding}-${sampleRateHz}-${channels}"`,
    mimeType: "audio/wav",
    contentType: "audio/wav",
    bytes,
    async open({ start, end } = { start: 0, end: bytes - 1 }) {
      const data =
        start < dataEnd && end >= header.length
          ? await openAsset(
              asset,
              {
                start: Math.max(0, start - header.length),
                end: Math.min(end, dataEnd - 1) - header.length,
              },
              store,
            )
          : null;
      return concatenate([
        header.subarray(start, end + 1),
        data,
        padding.subarray(Math.max(0, start - dataEnd), Math.max(0, end + 1 - dataEnd)),
      ]);
    },
  };
}

/** Concatenates parts into one stream; destroying it closes the part being read. */
function concatenate(parts: readonly (Uint8Array | Readable | null)[]): Readable {
  async function* read(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (part instanceof Readable) yield* part as AsyncIterable<Uint8Array>;
      else if (part && part.length > 0) yield part;
    }
  }
  const joined = Readable.from(read(), { objectMode: false });
  // A generator that never started doesn't run its `finally`, so the files are closed here.
  joined.once("close", () => {
    for (const part of parts) if (part instanceof Readable) part.destroy();
  });
  return joined;
}

function contentType({ mimeType, rawAudio }: StoredAsset): string {
  if (rawAudio && isRawAudio(mimeType)) return rawAudioContentType(rawAudio);
  return mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType;
}

/**
 * Stored audio with tags inserted while it is read; the stored file is unchanged. Null where its type has no
 * tags.
 *
 * @throws StudioError asset.missing, storage.failed
 */
export async function representTagged(
  asset: StoredAsset,
  tags: SoundTags,
  store?: BlobStore,
): Promise<Representation | null> {
  const end = Math.min(asset.bytes, tagHeadBytes) - 1;
  const chunks = await Array.fromAsync(
    (await openAsset(asset, { start: 0, end }, store)) as AsyncIterable<Uint8Array>,
  );
  const parts = tagSound(asset, new Uint8Array(Buffer.concat(chunks)), tags);
  if (!parts) return null;
  const bytes = parts.reduce((sum, part) => sum + countBytes(part), 0);
  const digest = createHash("sha256").update(JSON.stringify(tags)).digest("hex").slice(0, 16);
  return {
    entityTag: `"${asset.sha256}-tags-${digest}"`,
    mimeType: asset.mimeType,
    contentType: asset.mimeType,
    bytes,
    open: (range = { start: 0, end: bytes - 1 }) =>
      Promise.resolve(Readable.from(readParts(asset, parts, { range, store }), { objectMode: false })),
  };
}

async function* readParts(
  asset: StoredAsset,
  parts: readonly FilePart[],
  { range, store }: { range: ByteRange; store: BlobStore | undefined },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const part of parts) {
    const first = Math.max(range.start - at, 0);
    const last = Math.min(range.end - at, countBytes(part) - 1);
    at += countBytes(part);
    if (last < first) continue;
    if (part instanceof Uint8Array) yield part.subarray(first, last + 1);
    else {
      const stored = { start: part.start + first, end: part.start + last };
      yield* (await openAsset(asset, stored, store)) as AsyncIterable<Uint8Array>;
    }
  }
}
