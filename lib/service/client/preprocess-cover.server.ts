import {
  coverPreprocessRequestSchema,
  coverPreprocessResponseSchema,
  type CoverPreprocessRequest,
} from "../contract/cover-preprocess.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";

export interface PreprocessCoverResult extends CallFacts {
  /** Valid for 24 hours. */
  coverFeatureId: string;
  formattedLyrics: string | null;
  /** A JSON string (service.md "Cover preprocess response", structure_result) as it came: whoever shows it reads it with care. */
  structureResult: string | null;
  audioDurationSeconds: number | null;
  /** analysis_info as it came; nobody says what it holds. */
  analysisInfo: unknown;
}

/** Endpoint 2, POST /v1/music_cover_preprocess. Billable; never sent again by itself. Throws ServiceError. */
export async function preprocessCover(
  context: ClientContext,
  request: CoverPreprocessRequest,
  options: CallOptions = {},
): Promise<PreprocessCoverResult> {
  const parsed = parseRequest(coverPreprocessRequestSchema, request, "coverPreprocess");
  const json = { ...parsed, model: wireModelName(context.profile, parsed.model) };
  const answer = await sendCall(context, { endpoint: "coverPreprocess", json }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, coverPreprocessResponseSchema);
  return {
    coverFeatureId: value.cover_feature_id,
    formattedLyrics: value.formatted_lyrics,
    structureResult: value.structure_result,
    audioDurationSeconds: value.audio_duration,
    analysisInfo: value.analysis_info,
    traceId: traceId ?? null,
    address,
  };
}
