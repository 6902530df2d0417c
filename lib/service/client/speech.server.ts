import {
  createSpeechRequestSchema,
  speechExtraInfoSchema,
  speechResponseSchema,
  type SpeechRequest,
} from "../contract/speech.ts";
import { SYSTEM_VOICE_TYPE, voiceListResponseSchema } from "../contract/voices.ts";
import { isServiceError } from "../errors/service-error.ts";
import type { HttpAnswer } from "../http.server.ts";
import { wireModelName } from "../profiles/read-profile.ts";
import { checkAudioAnswer, readAudioStream } from "../stream/read-audio-stream.server.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { renameFields } from "../wire/json-body.server.ts";
import { readAudioAnswer, type AudioCallOptions } from "./audio-result.server.ts";
import { parseRequest, sendCall, type Call, type CallOptions, type ClientContext } from "./call.server.ts";

/** Endpoint 6, POST /v1/t2a_v2, not streamed. Billable: sent once, never retried. Throws ServiceError. */
export async function synthesizeSpeech(
  context: ClientContext,
  request: Omit<SpeechRequest, "stream" | "stream_options">,
  options: AudioCallOptions,
) {
  const answer = await sendSpeech(context, { ...request, stream: false }, options);
  const { value, audio, facts } = await readAudioAnswer(answer, speechResponseSchema, options);
  return {
    audio,
    status: value.data?.status ?? null,
    /** Link to a JSON list of timed sentences, valid for 24 hours. */
    subtitleUrl: value.data?.subtitle_file || null,
    extraInfo: value.extra_info ?? null,
    ...facts,
  };
}

/**
 * Endpoint 6, streamed. Resolves with the response headers; `events` may still throw a rejection, and must be
 * read to its end or closed. Billable: sent once, never retried. Throws ServiceError.
 */
export async function streamSpeech(
  context: ClientContext,
  request: Omit<SpeechRequest, "stream" | "output_format">,
  options: CallOptions = {},
) {
  const answer = await sendSpeech(context, { ...request, stream: true }, options, "text/event-stream");
  await checkAudioAnswer(answer);
  return {
    events: readAudioStream(answer, {
      extraInfoSchema: speechExtraInfoSchema,
      repeatIsExcluded: request.stream_options?.exclude_aggregated_audio === true,
    }),
    traceId: answer.traceId ?? null,
    address: answer.address,
  };
}

function sendSpeech(context: ClientContext, request: SpeechRequest, options: CallOptions, accept?: string) {
  const schema = createSpeechRequestSchema(context.profile.fieldValues.speech);
  const parsed = parseRequest(schema, request, "speech");
  const json = renameFields(
    { ...parsed, model: wireModelName(context.profile, parsed.model) },
    context.profile.fieldNames.speech,
  );
  return sendWithBackup(context, { endpoint: "speech", json, ...(accept ? { accept } : {}) }, options);
}

/**
 * Uses the backup address (service.md Endpoints 6) only when the first address proves that nothing was sent.
 * Where the backup is unreachable too, the first error is the more useful one.
 */
async function sendWithBackup(context: ClientContext, call: Call, options: CallOptions): Promise<HttpAnswer> {
  try {
    return await sendCall(context, call, options);
  } catch (error) {
    const { altBaseUrl } = context;
    if (altBaseUrl === null || !isUnsent(error)) throw error;
    try {
      return await sendCall(context, { ...call, baseUrl: altBaseUrl }, options);
    } catch (backupError) {
      throw isUnsent(backupError) ? error : backupError;
    }
  }
}

function isUnsent(error: unknown): boolean {
  return isServiceError(error) && error.kind === "network" && error.sent === "no";
}

export interface Voice {
  voiceId: string;
  name: string | null;
  description: string[];
}

/** unshown.md Synchronous speech "voices": system voices. Free, so safe to repeat. Throws ServiceError. */
export async function listVoices(context: ClientContext, options: CallOptions = {}) {
  const answer = await sendCall(
    context,
    { endpoint: "voiceList", json: { voice_type: SYSTEM_VOICE_TYPE } },
    options,
  );
  const { value, facts } = await readJsonAnswer(answer, voiceListResponseSchema);
  const voices = value.system_voice.map((voice) => ({
    voiceId: voice.voice_id,
    name: voice.voice_name,
    description: voice.description,
  }));
  return { voices, ...facts };
}
