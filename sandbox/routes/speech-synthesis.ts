import { isEspeakInstalled } from "../espeak/espeak-process.ts";
import { type JsonBody, succeed } from "../http/answer.ts";
import { orderSpeech } from "../media/make-narration.ts";
import type { SoundFacts } from "../media/make-sound.ts";
import { formatSentences } from "../media/speech/perform-speech.ts";
import { nameVoice, VOICE_IDS } from "../media/speech/voices.ts";
import { deliverSound, streamSound } from "./deliver-sound.ts";
import { type Call, defineEndpoint } from "./service-endpoint.ts";
import { countCodePoints } from "../rules/fields.ts";
import { parseSpeechRequest, type SpeechRequest } from "../rules/speech-rules.ts";
import { measureInvisibleRatio } from "../rules/text-rules.ts";
import { drawTake } from "../settings.ts";

/** POST /v1/t2a_v2, on the main and the backup address: service.md and unshown.md "Synchronous speech". */
export const speechSynthesis = defineEndpoint<SpeechRequest>("POST /v1/t2a_v2", {
  billable: true,
  hasBodyTraceId: true,
  isOnAltAddress: true,
  typicalLatencyMs: [300, 700],
  parse: (fields) => parseSpeechRequest(fields),
  model: (input) => input.model,
  rateBucket: (input) => ({ name: "speech", model: input.model }),
  text: (input) => input.text,
  run: async (input, call) => {
    const order = orderSpeech(input.model, input.text, input, drawTake(call.sandbox.settings));
    const describe = (facts: SoundFacts) => describeSpeech(input, facts);
    if (input.isStreamed) {
      const { excludesAggregatedAudio } = input;
      return { kind: "frames", frames: streamSound(call, order, { excludesAggregatedAudio, describe }) };
    }
    const sound = await call.sandbox.workshop.makeSound(order);
    const hasSubtitles = input.wantsSubtitles && !call.faults.has("no-subtitles");
    const data = {
      audio: await deliverSound(call, sound, input.outputFormat),
      ...(hasSubtitles ? { subtitle_file: await publishSubtitles(sound.facts, call) } : {}),
      status: 2,
    };
    return succeed({ data, extra_info: describe(sound.facts) });
  },
});

function publishSubtitles(facts: SoundFacts, { sandbox, faults }: Call): Promise<string> {
  const linkFaults = faults.linkFaults(1);
  return sandbox.links.publish({
    content: Buffer.from(formatSentences(facts.sentences)),
    contentType: "application/json",
    extension: "json",
    faults: { ...linkFaults, garbage: linkFaults.garbage || faults.has("garbage-subtitles") },
  });
}

/** Units: milliseconds and bytes (unshown.md, Synchronous speech: extra_info). */
function describeSpeech(input: SpeechRequest, facts: SoundFacts): JsonBody {
  return {
    audio_length: facts.durationMs,
    audio_sample_rate: facts.sampleRate,
    audio_size: facts.sizeBytes,
    bitrate: facts.bitrate,
    word_count: countWords(input.text),
    invisible_character_ratio: measureInvisibleRatio(input.text),
    usage_characters: countCodePoints(input.text),
    audio_format: input.audio.format,
    audio_channel: facts.channels,
  };
}

function countWords(text: string): number {
  return [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].filter(
    (part) => part.isWordLike,
  ).length;
}

const VOICE_KINDS = ["system", "voice_cloning", "voice_generation", "all"] as const;

/** POST /v1/get_voice: unshown.md "Synchronous speech", voices. */
export const voiceList = defineEndpoint<(typeof VOICE_KINDS)[number]>("POST /v1/get_voice", {
  typicalLatencyMs: [20, 60],
  parse: (fields) => fields.required("voice_type", fields.oneOf("voice_type", VOICE_KINDS)),
  run: async (kind) => {
    const description = isEspeakInstalled()
      ? "A stand-in voice, spoken by eSpeak NG."
      : "A stand-in voice of plain tones: eSpeak NG is not installed.";
    const voices = VOICE_IDS.map((id) => ({
      voice_id: id,
      voice_name: nameVoice(id),
      description: [description],
    }));
    return succeed({
      system_voice: kind === "system" || kind === "all" ? voices : null,
      voice_cloning: kind === "voice_cloning" || kind === "all" ? [] : null,
      voice_generation: kind === "voice_generation" || kind === "all" ? [] : null,
    });
  },
});
