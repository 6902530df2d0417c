import type { RawAudio } from "@/lib/media/raw-audio";
import type {
  OutputBytes,
  RunnerContext,
  RunnerDone,
  RunnerOutput,
} from "@/lib/generations/record/runner-port.server";
import type { AudioStreamEvent } from "@/lib/service/client.server";
import { MUSIC_STATUS, type MusicExtraInfo, type MusicRequest } from "@/lib/service/contract/music";
import type { MUSIC_FORMATS } from "@/lib/service/contract/music-options";
import { toStorableJson } from "@/lib/service/contract/text";
import { ServiceError } from "@/lib/service/errors/service-error";
import { ByteChannel } from "@/lib/service/json/byte-channel.server";

type MusicFormat = (typeof MUSIC_FORMATS)[number];

/** unshown.md Music, "stream": hex MP3 by default. */
const standardFormat: MusicFormat = "mp3";
/** The sample rate to request for raw sound, which has no header. */
const rawSampleRateHz = 44_100;

/** What a response or the end of a stream reports about the sound. */
interface Told {
  traceId: string | null;
  extraInfo: MusicExtraInfo | null;
  analysisInfo: unknown;
}

/**
 * Endpoint 1 of service.md, for songs and covers: sends the one billable request and stores the sound. A stream can be
 * played while it arrives. A sound that breaks off, or that the service still calls composing, is stored as partial and
 * never counts as a finished song. Throws ServiceError.
 */
export function composeMusic(request: MusicRequest, context: RunnerContext): Promise<RunnerDone> {
  const complete = completeRequest(request);
  return complete.stream ? streamMusic(complete, context) : composeWhole(complete, context);
}

type EndEvent = Extract<AudioStreamEvent<MusicExtraInfo>, { type: "end" }>;

async function streamMusic(request: MusicRequest, context: RunnerContext): Promise<RunnerDone> {
  const { events, traceId } = await context.client.streamMusic(request, callOptions(context));
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
  if (!end) throw new Error("The stream of music was not read to its end.");
  const { repeat, extraInfo, analysisInfo } = end;
  // Recorded only if the last frame, which repeats the sound, differs from it.
  const facts = repeat === "differs" ? { repeat } : {};
  return describeDone([], { traceId: end.traceId ?? traceId, extraInfo, analysisInfo }, facts);
}

/**
 * The sound arrives before the status that says whether it is complete, so the end of the sound is held back until
 * then.
 */
async function composeWhole(request: MusicRequest, context: RunnerContext): Promise<RunnerDone> {
  const audio = describeAudio(request);
  const sound = new ByteChannel();
  let storing: Promise<void> | undefined;
  try {
    const answer = await context.client.generateMusic(request, {
      ...callOptions(context),
      async onAudio(bytes) {
        storing ??= context
          .storeOutput({ ...audio, source: sound, keepsPart: true })
          .finally(() => sound.leave());
        // Awaited below; avoids an unhandled rejection until then.
        storing.catch(() => undefined);
        for await (const chunk of bytes) await sound.write(chunk);
      },
    });
    if (answer.status === MUSIC_STATUS.composing) throw stillComposing(answer.traceId);
    sound.end();
    await storing;
    const outputs = answer.audio.kind === "url" ? [{ ...audio, url: answer.audio.url }] : [];
    return describeDone(outputs, answer);
  } catch (error) {
    sound.fail(error);
    // Throws the same error after the partial sound is stored.
    await storing;
    throw error;
  }
}

/** service.md "Music synthesis status": 1 means incomplete, even with audio. */
function stillComposing(traceId: string | null): ServiceError {
  return new ServiceError("answer.truncated", {
    kind: "malformed",
    sent: "maybe",
    endpoint: "musicGeneration",
    detail: "the service calls the song still composing",
    ...(traceId === null ? {} : { traceId }),
  });
}

function callOptions({ signal, generationId }: RunnerContext) {
  return { signal, headers: { "x-request-id": generationId } };
}

/** The media types of sound while it streams; raw sound is sent with a WAV header. */
const streamTypes: Record<MusicFormat, string> = { mp3: "audio/mpeg", wav: "audio/wav", pcm: "audio/wav" };

function formatOf({ audio_setting }: MusicRequest): MusicFormat {
  return audio_setting?.format ?? standardFormat;
}

function completeRequest(request: MusicRequest): MusicRequest {
  if (formatOf(request) !== "pcm") return request;
  return { ...request, audio_setting: { sample_rate: rawSampleRateHz, ...request.audio_setting } };
}

function describeAudio(request: MusicRequest): Omit<OutputBytes, "source"> {
  const rawAudio = formatOf(request) === "pcm" ? readRawAudio(request) : undefined;
  return { index: 0, role: "audio", expectedKind: "audio", ...(rawAudio ? { rawAudio } : {}) };
}

/** The request has no field for channels: music is stereo unless extra_info reports otherwise. */
function readRawAudio({ audio_setting }: MusicRequest): RawAudio {
  return { encoding: "s16le", sampleRateHz: audio_setting?.sample_rate ?? rawSampleRateHz, channels: 2 };
}

function describeDone(
  outputs: RunnerOutput[],
  { traceId, extraInfo, analysisInfo }: Told,
  facts: Record<string, unknown> = {},
): RunnerDone {
  const analysis_info = toStorableJson(analysisInfo);
  return {
    kind: "done",
    outputs,
    blocked: 0,
    facts: {
      ...(extraInfo ? { extra_info: extraInfo } : {}),
      ...(analysis_info === null ? {} : { analysis_info }),
      ...facts,
    },
    ...(traceId === null ? {} : { traceId }),
  };
}
