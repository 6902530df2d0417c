import { SUCCESS } from "../http/answer.ts";
import { modelReference, nameFeature } from "../media/model-reference.ts";
import { writeLyrics } from "../media/song-text.ts";
import { parseReferenceAudio, type ReferenceAudio } from "../rules/reference-audio-rules.ts";
import { defineEndpoint } from "./service-endpoint.ts";

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
        formatted_lyrics: writeLyrics(reference.identity, segments),
        structure_result: JSON.stringify({ num_segments: segments.length, segments }),
        audio_duration: durationSeconds,
        base_resp: SUCCESS,
      },
    };
  },
});
