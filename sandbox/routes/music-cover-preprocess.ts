import { SUCCESS } from "../http/answer.ts";
import { requirePlan } from "../auth.ts";
import { modelReference, nameFeature } from "../media/model-reference.ts";
import { imagineLyrics } from "../media/lyrics/write-lyrics.ts";
import type { FaultSet } from "../faults.ts";
import type { Segment } from "../media/music/render-song.ts";
import { parseReferenceAudio, type ReferenceAudio } from "../rules/reference-audio-rules.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** How far a fault has each segment reach into the one before, and the last one beyond the end. */
const OVERLAP_SECONDS = 2;
const BEYOND_END_SECONDS = 30;

/** POST /v1/music_cover_preprocess: service.md "Cover preprocess request". */
export const musicCoverPreprocess = defineEndpoint<ReferenceAudio>({
  method: "POST",
  path: "/v1/music_cover_preprocess",
  form: "json",
  billable: true,
  hasBodyTraceId: true,
  typicalLatencyMs: [900, 1800],
  parse: (fields) => {
    fields.required("model", fields.oneOf("model", ["music-cover"] as const));
    return parseReferenceAudio(fields);
  },
  model: () => "music-cover",
  authorize: (_input, holder) => requirePlan("music-cover", holder),
  rateBucket: () => ({ name: "music", model: "music-cover" }),
  run: async (reference, call) => {
    const model = await modelReference(reference, call.sandbox);
    const coverFeatureId = nameFeature(reference);
    call.sandbox.coverFeatures.keep({ coverFeatureId, model });
    const { segments, durationSeconds } = model;
    return {
      kind: "json",
      body: {
        cover_feature_id: coverFeatureId,
        formatted_lyrics: call.faults.has("no-lyrics") ? "" : imagineLyrics(reference.identity, segments),
        structure_result: describeStructure(segments, call.faults),
        audio_duration: durationSeconds,
        base_resp: SUCCESS,
      },
    };
  },
});

/** `structure_result`: JSON in a string (service.md "Cover preprocess response"), with the faults that were asked for. */
function describeStructure(segments: readonly Segment[], faults: FaultSet): string {
  const told = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    const { start, end } = segment;
    if (faults.has("overlapping-segments") && index > 0)
      return { ...segment, start: start - OVERLAP_SECONDS };
    if (faults.has("segments-beyond-end") && isLast) return { ...segment, end: end + BEYOND_END_SECONDS };
    return segment;
  });
  const text = JSON.stringify({ num_segments: told.length, segments: told });
  return faults.has("structure-garbage") ? text.slice(0, text.length / 2) : text;
}
