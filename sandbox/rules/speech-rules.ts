import { Refusal } from "../http/refusal.ts";
import { isKnownVoice } from "../media/voices.ts";
import type { Fields } from "./fields.ts";
import {
  parseLanguageBoost,
  parsePronunciations,
  parseSpeechAudioSetting,
  parseTimberWeights,
  parseVoiceModify,
  parseVoiceSetting,
  type SpeechAudioSetting,
  type VoiceModify,
  type VoiceSetting,
  type WeightedVoice,
} from "./speech-setting-rules.ts";
import { checkSpokenText } from "./text-rules.ts";

const MODELS = [
  "speech-2.6-hd",
  "speech-2.6-turbo",
  "speech-02-hd",
  "speech-02-turbo",
  "speech-01-hd",
  "speech-01-turbo",
] as const;
/** "under 10,000 chars", service.md "Synchronous speech synthesis request". */
const MAXIMUM_TEXT_CHARS = 9_999;

export interface SpeechRequest {
  model: (typeof MODELS)[number];
  text: string;
  voice: VoiceSetting;
  /** Voices to mix instead of the one; none for most requests. */
  timberWeights: WeightedVoice[];
  pronunciations: [string, string][];
  languageBoost: string | null;
  modify: VoiceModify;
  audio: SpeechAudioSetting;
  isStreamed: boolean;
  excludesAggregatedAudio: boolean;
  outputFormat: "hex" | "url";
  wantsSubtitles: boolean;
  hasWatermark: boolean;
}

/** Checks a synchronous speech request. Throws a 2013 refusal; 2042 for a voice nobody has, 1042 for illegible text. */
export function parseSpeechRequest(fields: Fields): SpeechRequest {
  const model = fields.required("model", fields.oneOf("model", MODELS));
  const text = fields.required("text", fields.string("text", { min: 1, max: MAXIMUM_TEXT_CHARS }));
  checkSpokenText("text", text);
  const isStreamed = fields.boolean("stream") ?? false;
  const options = fields.object("stream_options");
  const outputFormat = fields.oneOf("output_format", ["hex", "url"] as const) ?? "hex";
  const audio = parseSpeechAudioSetting(fields, "sample_rate", ["mp3", "pcm", "flac", "wav"]);
  if (isStreamed && audio.format === "wav") fields.fail("audio_setting.format", "wav is not streamed");
  const voice = parseVoiceSetting(fields, model, { takesNormalization: false });
  const pronunciations = parsePronunciations(fields);
  const languageBoost = parseLanguageBoost(fields, model);
  const modify = parseVoiceModify(fields, audio.format, isStreamed ? ["mp3"] : ["mp3", "wav", "flac"]);
  const timberWeights = parseTimberWeights(fields);
  checkVoices([voice.voiceId, ...timberWeights.map(({ voiceId }) => voiceId)]);
  // Subtitles, the watermark and output_format are for non-streaming synthesis only; with a stream they have no effect.
  const wantsSubtitles = (fields.boolean("subtitle_enable") ?? false) && !isStreamed;
  const hasWatermark = (fields.boolean("aigc_watermark") ?? false) && !isStreamed;
  return {
    model,
    text,
    voice,
    timberWeights,
    pronunciations,
    languageBoost,
    modify,
    audio,
    isStreamed,
    excludesAggregatedAudio: options?.boolean("exclude_aggregated_audio") ?? false,
    outputFormat: isStreamed ? "hex" : outputFormat,
    wantsSubtitles,
    hasWatermark,
  };
}

/** Throws 2042 for a voice that the account has no access to (unshown.md, Errors and limits). */
export function checkVoices(voiceIds: readonly (string | null)[]): void {
  const unknown = voiceIds.find((voiceId) => voiceId !== null && !isKnownVoice(voiceId));
  if (unknown !== undefined) throw new Refusal(2042, `you don't have access to this voice_id: ${unknown}`);
}
