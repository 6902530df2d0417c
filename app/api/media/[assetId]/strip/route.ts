import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createStripResponse } from "@/lib/media/delivery/asset-response.server";
import { findVisibleAsset } from "@/lib/media/find-asset.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: z.object({ assetId: z.string() }),
  operation: {
    id: "getStrip",
    tag: "Media",
    summary: "Download frames of a video as one picture",
    description:
      "16 frames side by side, each at the middle of a sixteenth of the video, as WebP of 120 pixels in height. Made when it is first asked for, and kept. Supports conditional requests and HEAD.",
    requestHeaders: { "if-none-match": "ETags you have. Returns 304 if one of them matches." },
    answers: {
      200: {
        description: "The picture.",
        contentTypes: ["image/webp"],
        headers: { etag: "Identifies this picture." },
      },
      304: { description: "The picture hasn't changed." },
    },
    problems: ["not-found", "asset.type", "asset.corrupt", "asset.too-complex"],
  },
  handle: async ({ request, actor, params }) => {
    const asset = await findVisibleAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    return createStripResponse(request, asset);
  },
});

export const HEAD = GET;
