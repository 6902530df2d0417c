import { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";
import { endStream } from "@/lib/http/end-stream";
import type { ItemDto } from "@/lib/items/item-dto";
import type { FileMetadata } from "@/lib/items/item-download-query";
import { type ConvertedSound, convertSound } from "@/lib/media/conversion/convert-sound.server";
import {
  type M4aTags,
  type SoundFileFormat,
  soundFileTypes,
} from "@/lib/media/conversion/conversion-messages";
import {
  countBytes,
  type FilePart,
  type SoundTags,
  tagHeadBytes,
  tagSound,
} from "@/lib/media/delivery/sound-tags";
import { fileExtension } from "@/lib/media/media-file-name";
import type { StoredAsset } from "@/lib/media/stored-asset";
import {
  createFileResponse,
  createHeadResponse,
  createSidecarZip,
  type ItemFile,
  zipOf,
} from "./item-file-response.server";
import type { ItemFileWords } from "./item-file-words.server";

/** What a sound becomes. */
export interface SoundWish {
  format: SoundFileFormat;
  loudnessLufs: number | null;
  metadata: FileMetadata;
}

/**
 * A sound in the chosen format as a download. The conversion ends when the person goes away.
 *
 * @throws what `convertSound` throws
 */
export async function createSoundDownload(
  request: Request,
  { format, loudnessLufs, metadata }: SoundWish,
  {
    item,
    asset,
    words,
    stem,
  }: { item: ItemDto; asset: StoredAsset; words: ItemFileWords | null; stem: string },
): Promise<Response> {
  const embedded = metadata === "sidecar" ? null : words;
  const tags = embedded && format === "m4a" ? describeM4a(embedded, metadata) : null;
  const { signal } = request;
  const mimeType = soundFileTypes[format];
  const name = `${stem}.${fileExtension(mimeType)}`;
  // Nobody reads a body of HEAD, which would hold the converted file.
  if (request.method === "HEAD")
    return createHeadResponse(metadata === "sidecar" ? zipOf(name) : { name, mimeType });
  const sound = await convertSound(asset, { format, loudnessLufs, tags }, { signal });
  try {
    const parts = await listParts(
      sound,
      embedded && format !== "m4a" ? describeSound(embedded, metadata) : null,
    );
    const file: ItemFile = {
      name,
      mimeType,
      bytes: parts.reduce((sum, part) => sum + countBytes(part), 0),
      open: () => Promise.resolve(readParts(sound, parts)),
    };
    const close = () => sound.close();
    // An aborted signal calls no listener that is added later.
    signal.throwIfAborted();
    signal.addEventListener("abort", () => void close(), { once: true });
    if (metadata === "sidecar" && words) {
      const zip = createSidecarZip(file, words, item);
      return createFileResponse(zip.file, endStream(zip.stream, close));
    }
    const body = Readable.toWeb(Readable.from(readParts(sound, parts), { objectMode: false }));
    return createFileResponse(file, endStream(body as ReadableStream<Uint8Array>, close));
  } catch (error) {
    await sound.close();
    throw error;
  }
}

/** The format that the stored file has, if it is one of those that sounds are converted to. */
export function formatOf({ mimeType }: Pick<StoredAsset, "mimeType">): SoundFileFormat | undefined {
  const formats = Object.entries(soundFileTypes) as [SoundFileFormat, string][];
  return formats.find(([, type]) => type === mimeType)?.[0];
}

/** Title, prompt, lyrics and date in the usual tags, the rest in named ones; or the title alone. */
export function describeSound(
  { title, prompt, lyrics, facts }: ItemFileWords,
  metadata: FileMetadata,
): SoundTags {
  if (metadata === "title") return { title };
  const { createdAt, model, tags, parameters } = facts;
  return {
    title,
    comment: prompt ?? undefined,
    lyrics: lyrics ?? undefined,
    date: createdAt.slice(0, 10),
    more: {
      MODEL: model,
      ...(tags.length > 0 ? { KEYWORDS: tags.join(", ") } : {}),
      PARAMETERS: JSON.stringify(parameters),
    },
  };
}

function describeM4a({ title, prompt, lyrics, facts }: ItemFileWords, metadata: FileMetadata): M4aTags {
  if (metadata === "title") return { title };
  return {
    title,
    comment: prompt ?? undefined,
    lyrics: lyrics ?? undefined,
    description: [facts.model, ...facts.tags].join(", "),
    date: new Date(facts.createdAt),
    parameters: JSON.stringify(facts.parameters),
  };
}

async function listParts(sound: ConvertedSound, tags: SoundTags | null): Promise<readonly FilePart[]> {
  if (!tags) return [{ start: 0, end: sound.bytes - 1 }];
  const end = Math.min(sound.bytes, tagHeadBytes) - 1;
  const head = Buffer.concat(await sound.read({ start: 0, end }).toArray());
  const parts = tagSound(sound, head, tags);
  if (!parts) throw new StudioError("internal", { cause: new Error(`No tags in ${sound.mimeType}`) });
  return parts;
}

async function* readParts(sound: ConvertedSound, parts: readonly FilePart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* sound.read(part) as AsyncIterable<Uint8Array>;
  }
}
