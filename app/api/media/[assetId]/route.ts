import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createAssetResponse, createThumbnailResponse } from "@/lib/media/delivery/asset-response.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { thumbnailWidths } from "@/lib/media/thumbnail-widths";

const querySchema = z.object({
  width: z
    .enum(thumbnailWidths.map(String))
    .transform((width) => thumbnailWidths.find((known) => String(known) === width))
    .optional(),
  download: z.literal("1").optional(),
  name: z.string().max(200).optional(),
});

/** The bytes of an asset, for its owner alone: with ranges, tags and thumbnails (docs of the REST API). */
export const GET = defineRoute({
  auth: "actor",
  params: z.object({ assetId: z.string() }),
  query: querySchema,
  handle: async ({ request, actor, params, query }) => {
    const asset = await findAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    if (query.width) return createThumbnailResponse(request, asset, query.width);
    return createAssetResponse(request, asset, { download: query.download === "1", name: query.name });
  },
});

export const HEAD = GET;
