import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createAssetResponse, createThumbnailResponse } from "@/lib/media/delivery/asset-response.server";
import { findSoundWords } from "@/lib/generations/find-sound-words.server";
import { findAsset } from "@/lib/media/find-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import type { SoundTags } from "@/lib/media/tags/sound-tags";
import { thumbnailWidths } from "@/lib/media/thumbnail-widths";

const querySchema = z.object({
  width: z.enum(thumbnailWidths.map(String)).optional().meta({
    description:
      "Of a picture, or of a video its first frame: a WebP thumbnail at most this many pixels wide, never enlarged.",
  }),
  as: z.literal("wav").optional().meta({
    description:
      "Of sound without a header (audio/pcm, audio/PCMU): a WAV file, which players take. Of all else: nothing changes.",
  }),
  tags: z.enum(["title", "prompt", "none"]).optional().meta({
    description:
      "Of a result as MP3, FLAC or WAV: puts its title, or its title and its prompt, into what is sent. What is stored stays as it is.",
  }),
  download: z.literal("1").optional().meta({ description: "Offers the bytes as a file to keep." }),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Name of that file; its extension is corrected." }),
});

/** The bytes of an asset, for its owner alone: with ranges, tags and thumbnails. */
export const GET = defineRoute({
  auth: "actor",
  params: z.object({ assetId: z.string() }),
  query: querySchema,
  operation: {
    id: "getMedia",
    tag: "Media",
    summary: "Get the bytes of an asset or its thumbnail",
    description:
      "Serves one byte range, conditional requests and HEAD. Bytes never change under an id, so they may be kept for ever; only those with `tags` change with the title.",
    requestHeaders: {
      range: "One range in bytes, for example `bytes=0-1023`.",
      "if-none-match": "Tags the caller has; 304 where one is the asset's.",
      "if-range": "The tag under which the range is wanted.",
    },
    answers: {
      200: {
        description: "All bytes, in the type that they were found to be.",
        contentTypes: ["image/*", "audio/*", "video/*", "text/*", "application/octet-stream"],
        headers: { etag: "SHA-256 of the bytes.", "content-disposition": "A name for the file." },
      },
      206: {
        description: "The range.",
        contentTypes: ["image/*", "audio/*", "video/*", "text/*", "application/octet-stream"],
        headers: { "content-range": "Which bytes of how many." },
      },
      304: { description: "The caller has these bytes." },
      416: {
        description: "The range begins after the last byte.",
        headers: { "content-range": "How many bytes there are." },
      },
    },
    problems: ["not-found", "asset.type", "asset.corrupt"],
  },
  handle: async ({ request, actor, params, query }) => {
    const asset = await findAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    const width = thumbnailWidths.find((known) => String(known) === query.width);
    if (width) return createThumbnailResponse(request, asset, width);
    const { download, name, as } = query;
    const tags = await findTags(asset, query.tags);
    return createAssetResponse(request, asset, { download: download === "1", name, as, tags });
  },
});

/** What a sound is to say of itself, by choice; undefined where it is no result, or nothing was chosen. */
async function findTags(
  { id, userId, kind }: StoredAsset,
  chosen: "title" | "prompt" | "none" | undefined,
): Promise<SoundTags | undefined> {
  if (kind !== "audio" || chosen === undefined || chosen === "none") return undefined;
  const words = await findSoundWords(getDatabase(), { userId, assetId: id });
  if (!words) return undefined;
  return { title: words.title, ...(chosen === "prompt" ? { comment: words.prompt } : {}) };
}

export const HEAD = GET;
