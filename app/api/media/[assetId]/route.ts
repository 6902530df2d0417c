import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createAssetResponse, createThumbnailResponse } from "@/lib/media/delivery/asset-response.server";
import { findSoundWords } from "@/lib/generations/read/find-sound-words.server";
import { findVisibleAsset } from "@/lib/media/find-asset.server";
import { type StoredAsset, thumbnailWidths } from "@/lib/media/stored-asset";
import type { SoundTags } from "@/lib/media/delivery/sound-tags";

const querySchema = z.object({
  width: z.enum(thumbnailWidths.map(String)).optional().meta({
    description:
      "For an image, or the first frame of a video: returns a WebP thumbnail at most this many pixels wide, never enlarged.",
  }),
  as: z.literal("wav").optional().meta({
    description:
      "For headerless audio (audio/pcm, audio/PCMU): returns a playable WAV file. No effect on other files.",
  }),
  tags: z.enum(["title", "prompt", "none"]).optional().meta({
    description:
      "For MP3, FLAC and WAV results: adds the title, or the title and the prompt, to the tags of the downloaded file. The stored file doesn't change.",
  }),
  download: z.literal("1").optional().meta({ description: "Downloads the file instead of displaying it." }),
  name: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Name of the downloaded file. A wrong extension is corrected." }),
});

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: z.object({ assetId: z.string() }),
  query: querySchema,
  operation: {
    id: "getMedia",
    tag: "Media",
    summary: "Download a file or its thumbnail",
    description:
      "Your files, and those of items in projects that you see. Supports single byte ranges, conditional requests and HEAD. The content of an ID never changes, except with `tags`, which follow the title. Caches revalidate by ETag, since access can end.",
    requestHeaders: {
      range: "A single byte range, for example `bytes=0-1023`.",
      "if-none-match": "ETags you have. Returns 304 if one of them matches.",
      "if-range": "The tag under which the range is wanted.",
    },
    answers: {
      200: {
        description: "The whole file, with its detected content type.",
        contentTypes: ["image/*", "audio/*", "video/*", "text/*", "application/octet-stream"],
        headers: { etag: "SHA-256 of the content.", "content-disposition": "The file name." },
      },
      206: {
        description: "The requested range.",
        contentTypes: ["image/*", "audio/*", "video/*", "text/*", "application/octet-stream"],
        headers: { "content-range": "The range and the total size." },
      },
      304: { description: "The file hasn't changed." },
      307: {
        description:
          "Only to a browser's pictures, players and downloads, and only if the store has a public address: the file at the store, for two hours at most.",
        headers: { location: "The address." },
      },
      416: {
        description: "The range starts after the last byte.",
        headers: { "content-range": "The total size." },
      },
    },
    problems: ["not-found", "asset.type", "asset.corrupt", "asset.too-complex"],
  },
  handle: async ({ request, actor, params, query }) => {
    const asset = await findVisibleAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    const width = thumbnailWidths.find((known) => String(known) === query.width);
    if (width) return createThumbnailResponse(request, asset, width);
    const { download, name, as } = query;
    // The prompt of another person's result is not part of what they show.
    const chosen = asset.userId === actor.userId || query.tags !== "prompt" ? query.tags : "title";
    const tags = await findTags(asset, chosen);
    return createAssetResponse(request, asset, { download: download === "1", name, as, tags });
  },
});

/** The tags of a result's audio, as chosen; undefined for uploads and without a choice. */
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
