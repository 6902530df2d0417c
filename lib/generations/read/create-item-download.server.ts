import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findSoundWords } from "./find-sound-words.server";
import { createAssetResponse } from "@/lib/media/delivery/asset-response.server";
import { contentDisposition, inertHeaders } from "@/lib/media/delivery/media-headers";
import { tagPicture, writeXmp } from "@/lib/media/delivery/picture-tags";
import { takesSoundTags } from "@/lib/media/delivery/sound-tags";
import { findAsset } from "@/lib/media/find-asset.server";
import { fileExtension, slugify } from "@/lib/media/media-file-name";
import { openAsset, readAssetBytes } from "@/lib/media/open-asset.server";
import { makePicture } from "@/lib/media/pictures/decode-picture.server";
import { maxUploadBytes, type StoredAsset } from "@/lib/media/stored-asset";
import { streamZip, type ZipEntry } from "@/lib/media/zip.server";
import { describeForFiles } from "@/lib/items/archive/describe-for-files";
import { withoutSecrets } from "@/lib/items/archive/without-secrets";
import type { ItemDto } from "@/lib/items/item-dto";
import { getItem } from "@/lib/items/read/list-items.server";
import type { ItemDownloadQuery } from "@/lib/items/item-download-query";

interface Words {
  title: string;
  prompt: string | null;
  /** As `manifest.json` of an archive describes an item. */
  facts: ReturnType<typeof describeForFiles>;
}

/**
 * The file of an item as a download, converted and described as chosen.
 *
 * @throws StudioError not-found; input.invalid where the file can't be converted or has no place for metadata; for an image
 * asset.corrupt and asset.too-complex
 */
export async function createItemDownload(
  request: Request,
  database: Database,
  { userId, id, query }: { userId: string; id: string; query: ItemDownloadQuery },
): Promise<Response> {
  const item = await getItem(database, { userId, id });
  const asset = await findAsset(item.assetId, userId, database);
  if (!asset) throw new StudioError("not-found");
  const { format, metadata } = query;
  if (format && asset.kind !== "image") throw refuse("format");
  const stem = slugify(item.name) || item.generator;
  const embedded = metadata === "embedded";
  if (asset.kind !== "image" || (!format && !embedded)) {
    if (embedded && !takesSoundTags(asset)) throw refuse("metadata");
    if (metadata !== "sidecar") {
      const words = embedded ? await findWords(database, item, asset) : null;
      const tags = words ? { title: words.title, comment: words.prompt ?? undefined } : undefined;
      return createAssetResponse(request, asset, { download: true, name: stem, tags });
    }
  }
  const words = metadata === "none" ? null : await findWords(database, item, asset);
  const picture = format || embedded ? await makeFile(asset, format, embedded ? words : null) : null;
  const mimeType = picture?.mimeType ?? asset.mimeType;
  const fileName = `${stem}.${fileExtension(mimeType)}`;
  if (metadata === "sidecar" && words)
    return createSidecarResponse({ asset, item, words, picture, fileName });
  if (!picture) throw new Error("Only an image is converted or gets XMP");
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      ...inertHeaders,
      "content-type": mimeType,
      "content-length": String(picture.bytes.length),
      "content-disposition": contentDisposition("attachment", fileName),
    },
  });
}

function refuse(path: "format" | "metadata"): StudioError {
  return new StudioError("input.invalid", { fields: [{ path, key: "field.choice" }] });
}

async function findWords(database: Database, item: ItemDto, asset: StoredAsset): Promise<Words> {
  const { id, userId } = asset;
  const [generation, found] = await Promise.all([
    database.generation.findUniqueOrThrow({ where: { id: item.generationId }, select: { input: true } }),
    findSoundWords(database, { userId, assetId: id }),
  ]);
  const facts = describeForFiles({ ...item, sha256: asset.sha256 }, withoutSecrets(generation.input));
  return { title: item.name, prompt: found?.prompt || null, facts };
}

/** An image in the chosen format, with the words in it. The pixels of an unconverted JPEG or PNG stay as they are. */
async function makeFile(
  asset: StoredAsset,
  format: ItemDownloadQuery["format"],
  words: Words | null,
): Promise<{ bytes: Buffer; mimeType: string }> {
  const xmp =
    words &&
    writeXmp({
      title: words.title,
      description: words.prompt,
      keywords: words.facts.tags,
      parameters: JSON.stringify(words.facts.parameters),
    });
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

/** A ZIP of the file and a JSON file about it. */
function createSidecarResponse({
  asset,
  item,
  words,
  picture,
  fileName,
}: {
  asset: StoredAsset;
  item: ItemDto;
  words: Words;
  picture: { bytes: Buffer; mimeType: string } | null;
  fileName: string;
}): Response {
  const stem = fileName.slice(0, fileName.lastIndexOf("."));
  const lastModified = new Date(item.createdAt);
  const text = Buffer.from(`${JSON.stringify({ name: fileName, ...words.facts }, null, 2)}\n`);
  const file: ZipEntry = picture
    ? { ...inMemory(picture.bytes), name: fileName, lastModified }
    : {
        name: fileName,
        bytes: asset.bytes,
        lastModified,
        open: async () => (await openAsset(asset)) as AsyncIterable<Uint8Array>,
      };
  const zip = streamZip([file, { ...inMemory(text), name: `${stem}.json`, lastModified }]);
  return new Response(zip.stream, {
    headers: {
      ...inertHeaders,
      "content-type": "application/zip",
      "content-length": String(zip.contentLength),
      "content-disposition": contentDisposition("attachment", `${stem}.zip`),
    },
  });
}

function inMemory(bytes: Uint8Array): Pick<ZipEntry, "bytes" | "open"> {
  async function* readOnce() {
    yield await Promise.resolve(bytes);
  }
  return { bytes: bytes.length, open: () => Promise.resolve(readOnce()) };
}
