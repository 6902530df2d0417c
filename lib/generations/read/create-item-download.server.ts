import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ItemDto } from "@/lib/items/item-dto";
import type { FileMetadata, ItemDownloadQuery } from "@/lib/items/item-download-query";
import { getItem } from "@/lib/items/read/list-items.server";
import { soundFileFormats } from "@/lib/media/conversion/conversion-messages";
import { createAssetResponse } from "@/lib/media/delivery/asset-response.server";
import { type PictureTags, tagPicture, writeXmp } from "@/lib/media/delivery/picture-tags";
import { takesSoundTags } from "@/lib/media/delivery/sound-tags";
import { findAsset } from "@/lib/media/find-asset.server";
import { fileExtension, slugify } from "@/lib/media/media-file-name";
import { openAsset, readAssetBytes } from "@/lib/media/open-asset.server";
import { makePicture } from "@/lib/media/pictures/decode-picture.server";
import { type PictureFormat, pictureFormats } from "@/lib/media/pictures/picture-messages";
import { maxUploadBytes, type StoredAsset } from "@/lib/media/stored-asset";
import { createSoundDownload, describeSound, formatOf } from "./create-sound-download.server";
import { createFileResponse, createSidecarZip, inMemory } from "./item-file-response.server";
import { findItemFileWords, type ItemFileWords } from "./item-file-words.server";

interface Download {
  request: Request;
  item: ItemDto;
  asset: StoredAsset;
  query: ItemDownloadQuery;
  /** The name of the file without its extension. */
  stem: string;
  /** Missing without `metadata`. */
  words: ItemFileWords | null;
}

/**
 * The file of an item as a download, converted and described as chosen.
 *
 * @throws StudioError not-found; input.invalid where the file can't be converted or has no place for metadata; asset.corrupt;
 * for an image asset.too-complex; for audio what `convertSound` throws
 */
export async function createItemDownload(
  request: Request,
  database: Database,
  { userId, id, query }: { userId: string; id: string; query: ItemDownloadQuery },
): Promise<Response> {
  const item = await getItem(database, { userId, id });
  const asset = await findAsset(item.assetId, userId, database);
  if (!asset) throw new StudioError("not-found");
  const stem = slugify(item.name) || item.generator;
  const words = query.metadata === "none" ? null : await findItemFileWords(database, item, asset);
  const download = { request, item, asset, query, stem, words };
  if (asset.kind === "image") return downloadPicture(download);
  if (asset.kind === "audio") return downloadSound(download);
  if (query.format) throw refuse("format");
  if (query.loudness) throw refuse("loudness");
  return downloadStored(download);
}

function refuse(path: "format" | "loudness" | "metadata"): StudioError {
  return new StudioError("input.invalid", { fields: [{ path, key: "field.choice" }] });
}

/** The stored bytes, with tags or a description beside them. */
async function downloadStored({ request, item, asset, query, stem, words }: Download): Promise<Response> {
  if (words && query.metadata === "sidecar") {
    const { bytes, mimeType } = asset;
    const name = `${stem}.${fileExtension(mimeType)}`;
    const open = async () => (await openAsset(asset)) as AsyncIterable<Uint8Array>;
    const zip = createSidecarZip({ name, mimeType, bytes, open }, words, item);
    return createFileResponse(zip.file, zip.stream);
  }
  if (words && !takesSoundTags(asset)) throw refuse("metadata");
  const tags = words ? describeSound(words, query.metadata) : undefined;
  return createAssetResponse(request, asset, { download: true, name: stem, tags });
}

async function downloadSound(download: Download): Promise<Response> {
  const { request, asset, query } = download;
  const wanted = soundFileFormats.find((each) => each === query.format);
  if (query.format && !wanted) throw refuse("format");
  const stored = formatOf(asset);
  if (!query.loudness && (!wanted || wanted === stored)) return downloadStored(download);
  const format = wanted ?? stored;
  if (!format) throw refuse("format");
  const loudnessLufs = query.loudness ? Number(query.loudness) : null;
  return createSoundDownload(request, { format, loudnessLufs, metadata: query.metadata }, download);
}

async function downloadPicture(download: Download): Promise<Response> {
  const { item, asset, query, stem, words } = download;
  const { metadata } = query;
  const embedded = metadata === "sidecar" ? null : words;
  const format = pictureFormats.find((each) => each === query.format);
  if (query.format && !format) throw refuse("format");
  if (query.loudness) throw refuse("loudness");
  if (!format && !embedded) return downloadStored(download);
  const xmp = embedded && writeXmp(describePicture(embedded, metadata));
  const { bytes, mimeType } = await makePictureFile(asset, format, xmp);
  const file = { name: `${stem}.${fileExtension(mimeType)}`, mimeType, ...inMemory(bytes) };
  if (metadata !== "sidecar" || !words) return createFileResponse(file, new Uint8Array(bytes));
  const zip = createSidecarZip(file, words, item);
  return createFileResponse(zip.file, zip.stream);
}

function describePicture({ title, prompt, facts }: ItemFileWords, metadata: FileMetadata): PictureTags {
  if (metadata === "title") return { title };
  return {
    title,
    description: prompt ?? undefined,
    keywords: facts.tags,
    parameters: JSON.stringify(facts.parameters),
  };
}

/** An image in the chosen format, with an XMP packet in it. The pixels of an unconverted JPEG or PNG stay as they are. */
async function makePictureFile(
  asset: StoredAsset,
  format: PictureFormat | undefined,
  xmp: string | null,
): Promise<{ bytes: Buffer; mimeType: string }> {
  const mimeType = format ? `image/${format}` : asset.mimeType;
  const bytes = format
    ? await makePicture(
        { bytes: asset.bytes, turn: { userId: asset.userId }, open: () => openAsset(asset) },
        { kind: "convert", format, xmp },
      )
    : await readAssetBytes(asset, maxUploadBytes);
  if (xmp === null || format === "webp") return { bytes, mimeType };
  const tagged = tagPicture(bytes, mimeType, xmp);
  if (!tagged) throw refuse("metadata");
  return { bytes: tagged, mimeType };
}
