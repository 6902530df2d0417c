import { z } from "zod";
import {
  analysisInfoSchema,
  answerShape,
  identifierSchema,
  optionalCountSchema,
  optionalTextSchema,
} from "./answer.ts";
import { choiceField, strictObject } from "./fields.ts";
import { reportProblem } from "./issue.ts";
import { httpUrlField } from "./media-reference.ts";
import { referenceAudioBase64Field } from "./music.ts";

/** service.md "Cover preprocess request", model. */
export const COVER_PREPROCESS_MODELS = ["music-cover"] as const;

/** service.md "Cover preprocess response": cover_feature_id is valid for 24 hours. */
export const COVER_FEATURE_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** The strict schema of endpoint 2, POST /v1/music_cover_preprocess. */
export const coverPreprocessRequestSchema = strictObject({
  model: choiceField(COVER_PREPROCESS_MODELS),
  audio_url: httpUrlField().optional(),
  audio_base64: referenceAudioBase64Field.optional(),
}).superRefine((request, context) => {
  const given = [request.audio_url, request.audio_base64].filter((value) => value !== undefined).length;
  if (given === 0) reportProblem(context, ["audio_url"], "music.reference.missing");
  if (given === 2) reportProblem(context, ["audio_base64"], "music.reference.one");
});
export type CoverPreprocessRequest = z.input<typeof coverPreprocessRequestSchema>;

/** service.md "Cover preprocess response", structure_result: segment labels. */
export const SEGMENT_LABELS = ["intro", "verse", "chorus", "bridge", "outro", "inst", "silence"] as const;
export type SegmentLabel = (typeof SEGMENT_LABELS)[number];

/** Documented as JSON in a string; an object is converted to it, anything else becomes null. */
const structureResultSchema = z
  .union([z.string(), z.looseObject({}).transform((structure) => JSON.stringify(structure))])
  .nullish()
  .catch(null)
  .transform((text) => text ?? null);

/** service.md "Cover preprocess response"; audio_duration in seconds. */
export const coverPreprocessResponseSchema = z.looseObject({
  ...answerShape,
  cover_feature_id: identifierSchema,
  formatted_lyrics: optionalTextSchema,
  structure_result: structureResultSchema,
  audio_duration: optionalCountSchema,
  analysis_info: analysisInfoSchema,
});
