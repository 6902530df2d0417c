import type { RawAudio } from "@/lib/media/raw-audio";
import type {
  OutputBytes,
  RunnerContext,
  RunnerDone,
  RunnerOutput,
} from "@/lib/generations/record/runner-port.server";
import type { AudioStreamEvent } from "@/lib/service/client.server";
import type { SpeechExtraInfo, SpeechRequest } from "@/lib/service/contract/speech";
import { SPEECH_AUDIO_DEFAULTS, type SpeechFormat } from "@/lib/service/contract/speech-options";
import { defineRunner } from "../_kit/define-runner.server";
import type { speechInputSchema, SpeechInput } from "./speech-input";
import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";

/**
 * Endpoint 6 of service.md, with its backup address. The response has the sound in hex, whole or as a playable stream,
 * or a URL.
 */
export const runner = defineRunner<typeof speechInputSchema, SpeechRequest>({
  prepare: (input) => Promise.resolve(input),
  start: (request, context) => (request.stream ? stream(request, context) : synthesize(request, context)),
});

type EndEvent = Extract<AudioStreamEvent<SpeechExtraInfo>, { type: "end" }>;

async function stream(request: SpeechRequest, context: RunnerContext): Promise<RunnerDone> {
  const { events, traceId, address } = await context.client.streamSpeech(request, callOptions(context));
  let end: EndEvent | undefined;
  await context.streamOutput({
    ...describeAudio(request),
    mimeType: streamTypes[formatOf(request)],
    source: (async function* readSound() {
      for await (const event of events) {
        if (event.type === "audio") yield event.bytes;
        else end = event;
      }
    })(),
  });
  if (!end) throw new Error("The stream of speech was not read to its end.");
  return describeDone(context, {
    outputs: [],
    address,
    traceId: end.traceId ?? traceId,
    extraInfo: end.extraInfo,
    repeat: end.repeat,
  });
}

async function synthesize(request: SpeechRequest, context: RunnerContext): Promise<RunnerDone> {
  const audio = describeAudio(request);
  const result = await context.client.synthesizeSpeech(request, {
    ...callOptions(context),
    onAudio: (source) => context.storeOutput({ ...audio, source }),
  });
  const outputs: RunnerOutput[] = [
    ...(result.audio.kind === "url" ? [{ ...audio, url: result.audio.url }] : []),
    ...(result.subtitleUrl === null
      ? []
      : [{ index: 0, role: "subtitle", expectedKind: "text" as const, url: result.subtitleUrl }]),
  ];
  const lacksSubtitles = request.subtitle_enable === true && result.subtitleUrl === null;
  return describeDone(context, { ...result, outputs, missing: lacksSubtitles ? ["subtitle"] : [] });
}

function callOptions({ signal, generationId }: RunnerContext) {
  return { signal, headers: { "x-request-id": generationId } };
}

/** The media types of sound while it streams; raw sound is sent with a WAV header. */
const streamTypes: Record<SpeechFormat, string> = {
  mp3: "audio/mpeg",
  flac: "audio/flac",
  wav: "audio/wav",
  pcm: "audio/wav",
};

function formatOf({ audio_setting }: SpeechRequest): SpeechFormat {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

function describeAudio(request: SpeechRequest): Omit<OutputBytes, "source"> {
  const rawAudio = formatOf(request) === "pcm" ? readRawAudio(request) : undefined;
  return { index: 0, role: "audio", expectedKind: "audio", ...(rawAudio ? { rawAudio } : {}) };
}

/** PCM has no header: its format is the requested one. */
function readRawAudio({ audio_setting }: SpeechRequest): RawAudio {
  return {
    encoding: "s16le",
    sampleRateHz: audio_setting?.sample_rate ?? SPEECH_AUDIO_DEFAULTS.sampleRate,
    channels: audio_setting?.channel ?? SPEECH_AUDIO_DEFAULTS.channel,
  };
}

function describeDone(
  { client }: RunnerContext,
  answer: {
    outputs: RunnerOutput[];
    address: string;
    traceId: string | null;
    extraInfo: SpeechExtraInfo | null;
    repeat?: EndEvent["repeat"];
    /** Roles of requested outputs that are missing. */
    missing?: string[];
  },
): RunnerDone {
  const { outputs, address, traceId, extraInfo, repeat, missing = [] } = answer;
  const characters = extraInfo?.usage_characters ?? null;
  return {
    kind: "done",
    outputs,
    blocked: 0,
    facts: {
      address: address === client.baseUrl ? "primary" : "backup",
      ...(extraInfo ? { extra_info: extraInfo } : {}),
      // Recorded only if the last frame, which repeats the sound, differs from it.
      ...(repeat === "differs" ? { repeat } : {}),
      ...(missing.length > 0 ? { missing } : {}),
    },
    ...(characters === null ? {} : { usage: { characters } }),
    ...(traceId === null ? {} : { traceId }),
  };
}

/** Checks values against the connection's profile. */
export const checkInput: InputCheck<SpeechInput> = (input, { profile }) =>
  Promise.resolve(findSpeechValueProblems(input, profile.fieldValues.speech));
