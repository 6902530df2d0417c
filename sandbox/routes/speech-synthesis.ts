import { stripFaultWords } from "../fault-words.ts";
import { SUCCESS } from "../http/answer.ts";
import { encodeSound, type EncodedSound } from "../media/audio/encode-sound.ts";
import { durationMsOf } from "../media/audio/sound.ts";
import { speakText, type SpokenText } from "../media/audio/speak-text.ts";
import { streamAudio } from "../media/stream-audio.ts";
import { countCodePoints } from "../rules/fields.ts";
import { parseSpeechRequest, type SpeechRequest } from "../rules/speech-rules.ts";
import { measureInvisibleRatio } from "../rules/text-rules.ts";
import type { Call } from "../sandbox-context.ts";
import { formatSentences } from "../media/subtitles.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** POST /v1/t2a_v2, on the main and the backup address: service.md and unshown.md "Synchronous speech". */
export const speechSynthesis = defineEndpoint<SpeechRequest>({
  method: "POST",
  path: "/v1/t2a_v2",
  form: "json",
  billable: true,
  hasBodyTraceId: true,
  isOnAltAddress: true,
  typicalLatencyMs: [300, 700],
  parse: (fields) => parseSpeechRequest(fields),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "speech", model: input.model }),
  text: (input) => input.text,
  run: async (input, call) => {
    const spoken = speakText(stripFaultWords(input.text), {
      voice: input.voice,
      sampleRate: input.audio.sampleRate,
      channels: input.audio.channels,
      hasWatermark: input.hasWatermark,
    });
    const encoded = await encodeSound(spoken.sound, input.audio.format, input.audio.bitrate);
    const extraInfo = describeSpeech(input, spoken, encoded);
    if (input.isStreamed) {
      const { excludesAggregatedAudio } = input;
      return { kind: "frames", frames: streamAudio(encoded.bytes, extraInfo, { excludesAggregatedAudio }) };
    }
    const data = {
      audio: await deliverAudio(input, encoded, call),
      ...(input.wantsSubtitles ? { subtitle_file: await publishSubtitles(spoken, call) } : {}),
      status: 2,
    };
    return { kind: "json", body: { data, extra_info: extraInfo, base_resp: SUCCESS } };
  },
});

async function deliverAudio(input: SpeechRequest, encoded: EncodedSound, call: Call): Promise<string> {
  if (input.outputFormat === "hex") return encoded.bytes.toString("hex");
  const { links, baseUrl } = call.sandbox;
  return `${baseUrl}${await links.publish({ ...encoded, faults: call.faults.linkFaults() })}`;
}

async function publishSubtitles(spoken: SpokenText, call: Call): Promise<string> {
  const { links, baseUrl } = call.sandbox;
  const path = await links.publish({
    bytes: Buffer.from(formatSentences(spoken.sentences)),
    contentType: "application/json",
    extension: "json",
    faults: call.faults.linkFaults(),
  });
  return `${baseUrl}${path}`;
}

/** Units: milliseconds and bytes (unshown.md, Synchronous speech: extra_info). */
function describeSpeech(
  input: SpeechRequest,
  spoken: SpokenText,
  encoded: EncodedSound,
): Record<string, unknown> {
  return {
    audio_length: durationMsOf(spoken.sound),
    audio_sample_rate: spoken.sound.sampleRate,
    audio_size: encoded.bytes.byteLength,
    bitrate: encoded.bitrate,
    word_count: countWords(input.text),
    invisible_character_ratio: measureInvisibleRatio(input.text),
    usage_characters: countCodePoints(input.text),
    audio_format: input.audio.format,
    audio_channel: spoken.sound.channels.length,
  };
}

function countWords(text: string): number {
  return [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].filter(
    (part) => part.isWordLike,
  ).length;
}
