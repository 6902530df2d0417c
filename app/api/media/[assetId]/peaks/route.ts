import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";
import { createPeaksResponse } from "@/lib/media/delivery/peaks-response.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { peaksDtoSchema } from "@/lib/media/peaks/peaks-dto";

/** The waveform of a sound, for its owner alone. */
export const GET = defineRoute({
  auth: "actor",
  params: z.object({ assetId: z.string() }),
  operation: {
    id: "getPeaks",
    tag: "Media",
    summary: "Get the waveform of a sound",
    description:
      "Computed once and kept: from MP3, WAV (PCM, floating point, A-law, µ-law), FLAC, Opus and Vorbis in Ogg, and sound without a header. It never changes, so it may be kept for ever.",
    requestHeaders: { "if-none-match": "Tags the caller has; 304 where one is the waveform's." },
    answers: {
      200: {
        description: "The levels.",
        schema: peaksDtoSchema,
        headers: { etag: "Of exactly this waveform." },
      },
      304: { description: "The caller has this waveform." },
    },
    problems: ["not-found", "asset.type", "asset.corrupt"],
  },
  handle: async ({ request, actor, params }) => {
    const asset = await findAsset(params.assetId, actor.userId);
    if (!asset) throw new StudioError("not-found");
    return createPeaksResponse(request, asset);
  },
});

export const HEAD = GET;
