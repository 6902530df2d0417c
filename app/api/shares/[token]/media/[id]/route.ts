import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createAssetResponse, createThumbnailResponse } from "@/lib/media/delivery/asset-response.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { fileExtension, slugify } from "@/lib/media/media-file-name";
import { thumbnailWidths } from "@/lib/media/stored-asset";
import { findSharedItem, limitStrangers, openShare } from "@/lib/shares/open-share.server";
import { createWaveformResponse } from "@/lib/shares/waveform.server";

export const GET = defineRoute({
  auth: "none",
  params: z.object({ token: z.string(), id: z.uuid() }),
  query: z.object({
    width: z
      .enum(thumbnailWidths.map(String))
      .optional()
      .meta({ description: "For an image, or the first frame of a video: a WebP thumbnail." }),
    view: z.literal("waveform").optional().meta({ description: "For audio: its waveform as an SVG image." }),
    download: z.literal("1").optional().meta({ description: "Downloads the file instead of displaying it." }),
  }),
  operation: {
    id: "getSharedMedia",
    tag: "Shares",
    summary: "Get a file of a link, without an account",
    description: "The link is checked on every request. Supports single byte ranges and HEAD.",
    requestHeaders: { range: "A single byte range, for example `bytes=0-1023`." },
    answers: {
      200: { description: "The whole file.", contentTypes: ["image/*", "audio/*", "video/*"] },
      206: {
        description: "The requested range.",
        contentTypes: ["image/*", "audio/*", "video/*"],
        headers: { "content-range": "The range and the total size." },
      },
      304: { description: "The file hasn't changed." },
      307: {
        description:
          "Only to a browser's pictures, players and downloads, and only if the store has a public address: the file at the store, for two hours at most.",
        headers: { location: "The address." },
      },
      416: { description: "The range starts after the last byte." },
    },
    problems: ["not-found", "share.ended", "rate.throttled", "asset.corrupt", "asset.too-complex"],
  },
  async handle({ request, params, query }) {
    await limitStrangers(request, "sharedFiles");
    const database = getDatabase();
    const share = await openShare(database, params.token);
    const item = await findSharedItem(database, share, params.id);
    const asset = item && (await findAsset(item.assetId, share.userId));
    if (!item || !asset) throw new StudioError("not-found");
    const width = thumbnailWidths.find((known) => String(known) === query.width);
    const response = width
      ? await createThumbnailResponse(request, asset, width)
      : query.view === "waveform"
        ? await createWaveformResponse(request, asset)
        : await createAssetResponse(request, asset, {
            download: query.download === "1",
            name: `${slugify(item.name) || item.generator}.${fileExtension(item.mimeType)}`,
            as: "wav",
          });
    response.headers.set("x-robots-tag", "noindex, nofollow");
    return response;
  },
});

export const HEAD = GET;
