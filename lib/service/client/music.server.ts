import {
  coverPreprocessRequestSchema,
  coverPreprocessResponseSchema,
  type CoverPreprocessRequest,
} from "../contract/cover-preprocess.ts";
import { lyricsRequestSchema, lyricsResponseSchema, type LyricsRequest } from "../contract/lyrics.ts";
import {
  musicExtraInfoSchema,
  musicRequestSchema,
  musicResponseSchema,
  type MusicRequest,
} from "../contract/music.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { checkAudioAnswer, readAudioStream } from "../stream/read-audio-stream.server.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { readAudioAnswer, type AudioCallOptions } from "./audio-result.server.ts";
import { parseRequest, sendCall, type CallOptions, type ClientContext } from "./call.server.ts";

/**
 * Endpoint 1, POST /v1/music_generation, not streamed. Billable: sent once, never retried. Throws ServiceError.
 */
export async function generateMusic(
  context: ClientContext,
  request: Omit<MusicRequest, "stream">,
  options: AudioCallOptions,
) {
  const answer = await sendMusic(context, { ...request, stream: false }, options);
  const { value, audio, facts } = await readAudioAnswer(answer, musicResponseSchema, options);
  return {
    audio,
    /** data.status: 1 composing, 2 completed; null without one. */
    status: value.data?.status ?? null,
    extraInfo: value.extra_info ?? null,
    /** analysis_info unchanged; null in service.md. */
    analysisInfo: value.analysis_info,
    audioDurationSeconds: value.audio_duration,
    ...facts,
  };
}

/**
 * Endpoint 1, streamed. Resolves with the response headers; `events` may still throw a rejection, and must be
 * read to its end or closed. Billable: sent once, never retried. Throws ServiceError.
 */
export async function streamMusic(
  context: ClientContext,
  request: Omit<MusicRequest, "stream" | "output_format">,
  options: CallOptions = {},
) {
  const answer = await sendMusic(context, { ...request, stream: true }, options, "text/event-stream");
  await checkAudioAnswer(answer);
  return {
    events: readAudioStream(answer, { extraInfoSchema: musicExtraInfoSchema, repeatIsExcluded: false }),
    traceId: answer.traceId ?? null,
    address: answer.address,
  };
}

function sendMusic(context: ClientContext, request: MusicRequest, options: CallOptions, accept?: string) {
  const parsed = parseRequest(musicRequestSchema, request, "musicGeneration");
  const json = { ...parsed, model: wireModelName(context.profile, parsed.model) };
  return sendCall(context, { endpoint: "musicGeneration", json, ...(accept ? { accept } : {}) }, options);
}

/**
 * unshown.md Music "lyrics writer", POST /v1/lyrics_generation. May be billed: sent once, never retried. Throws
 * ServiceError.
 */
export async function writeLyrics(context: ClientContext, request: LyricsRequest, options: CallOptions = {}) {
  const json = parseRequest(lyricsRequestSchema, request, "lyricsGeneration");
  const answer = await sendCall(context, { endpoint: "lyricsGeneration", json }, options);
  const { value, facts } = await readJsonAnswer(answer, lyricsResponseSchema);
  return {
    songTitle: value.song_title,
    styleTags: value.style_tags,
    lyrics: value.lyrics,
    ...facts,
  };
}

/** Endpoint 2, POST /v1/music_cover_preprocess. Billable: sent once, never retried. Throws ServiceError. */
export async function preprocessCover(
  context: ClientContext,
  request: CoverPreprocessRequest,
  options: CallOptions = {},
) {
  const parsed = parseRequest(coverPreprocessRequestSchema, request, "coverPreprocess");
  const json = { ...parsed, model: wireModelName(context.profile, parsed.model) };
  const answer = await sendCall(context, { endpoint: "coverPreprocess", json }, options);
  const { value, facts } = await readJsonAnswer(answer, coverPreprocessResponseSchema);
  return {
    /** Valid for 24 hours. */
    coverFeatureId: value.cover_feature_id,
    formattedLyrics: value.formatted_lyrics,
    /** A JSON string (service.md "Cover preprocess response", structure_result), not validated. */
    structureResult: value.structure_result,
    /** analysis_info unchanged; its content is undocumented. */
    analysisInfo: value.analysis_info,
    audioDurationSeconds: value.audio_duration,
    ...facts,
  };
}
