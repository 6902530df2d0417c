import { SUCCESS } from "../http/answer.ts";
import { writeLyrics } from "../media/song-text.ts";
import { parseReferenceAudio, type ReferenceAudio } from "../rules/reference-audio-rules.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** Shares of a song at which its sections end. */
const SECTIONS = [
  { label: "intro", until: 0.08 },
  { label: "verse", until: 0.32 },
  { label: "chorus", until: 0.52 },
  { label: "verse", until: 0.7 },
  { label: "bridge", until: 0.8 },
  { label: "chorus", until: 0.95 },
  { label: "outro", until: 1 },
] as const;

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
  run: async ({ identity, durationSeconds }, call) => {
    const coverFeatureId = `cover_${identity}`;
    call.sandbox.coverFeatures.keep({ coverFeatureId, durationSeconds });
    return {
      kind: "json",
      body: {
        cover_feature_id: coverFeatureId,
        formatted_lyrics: writeLyrics(identity),
        structure_result: JSON.stringify(describeStructure(durationSeconds)),
        audio_duration: durationSeconds,
        base_resp: SUCCESS,
      },
    };
  },
});

function describeStructure(durationSeconds: number): Record<string, unknown> {
  const toSeconds = (share: number) => Math.round(share * durationSeconds * 100) / 100;
  const segments = SECTIONS.map(({ label, until }, index) => ({
    start: toSeconds(SECTIONS[index - 1]?.until ?? 0),
    end: toSeconds(until),
    label,
  }));
  return { num_segments: segments.length, segments };
}
