import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createPeaksResponse } from "@/lib/media/delivery/asset-response.server";
import { findVisibleAsset } from "@/lib/media/find-asset.server";
import { peaksDtoSchema } from "@/lib/media/peaks/peaks-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: z.object({ assetId: z.string() }),
  operation: {
    id: "getPeaks",
    tag: "Media",
    summary: "Get the waveform of an audio file",
    description:
      "Computed once and stored. Supports MP3, WAV (PCM, floating point, A-law, µ-law), FLAC, Opus and Vorbis in Ogg, and headerless audio. A waveform never changes, so it can be cached indefinitely.",
    requestHeaders: { "if-none-match": "ETags you have. Returns 304 if one of them matches." },
    answers: {
      200: {
        description: "The waveform.",
        schema: peaksDtoSchema,
        headers: { etag: "Identifies this waveform." },
      },
      304: { description: "The waveform hasn't changed." },
    },
    problems: ["not-found", "asset.type", "asset.corrupt"],
  },
  handle: async ({ request, actor, params }) => {
    const asset = await findVisibleAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    return createPeaksResponse(request, asset);
  },
});

export const HEAD = GET;
