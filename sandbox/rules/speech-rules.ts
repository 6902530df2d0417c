import { Refusal } from "../http/refusal.ts";
import type { EffectSettings } from "../media/audio/effects.ts";
import { ESPEAK_VOICES } from "../media/speech/languages.ts";
import { type Emotion, isKnownVoice } from "../media/speech/voices.ts";
import type { Fields } from "./fields.ts";
import { checkSpokenText } from "./text-rules.ts";

/** service.md "language_boost values". */
const LANGUAGES: readonly string[] = [...ESPEAK_VOICES.keys(), "auto"];
/** Not supported by speech-01 and speech-02 (service.md, text rule 5 of asynchronous speech). */
const NEWER_LANGUAGES = ["Persian", "Filipino", "Tamil"];
const EMOTIONS = ["happy", "sad", "angry", "fearful", "disgusted", "surprised", "calm"] as const;
/** Of speech-2.6 only (unshown.md, Synchronous speech: voice_setting). */
const NEWER_EMOTIONS = ["fluent", "whisper"] as const;
const SAMPLE_RATES = [8000, 16000, 22050, 24000, 32000, 44100] as const;
const BITRATES = [32000, 64000, 128000, 256000] as const;
const SOUND_EFFECTS = ["spacious_echo", "auditorium_echo", "lofi_telephone", "robotic"] as const;

export type SpeechFormat = "mp3" | "pcm" | "flac" | "wav" | "pcmu_raw" | "pcmu_wav" | "opus";

export interface VoiceSetting {
  voiceId: string | null;
  speed: number;
  volume: number;
  /** Semitones. */
  pitch: number;
  emotion: Emotion | null;
}

/** `voice_modify`: its pitch from -100 to 100, and what is done to the sound. */
export interface VoiceModify extends EffectSettings {
  pitch: number;
}

export interface SpeechAudioSetting {
  sampleRate: number;
  bitrate: number;
  format: SpeechFormat;
  channels: 1 | 2;
}

/**
 * `voice_setting`, unshown.md "Synchronous speech"; asynchronous speech takes `english_normalization` besides (unshown.md
 * "Long speech"). Throws a 2013 refusal.
 */
export function parseVoiceSetting(
  fields: Fields,
  model: string,
  { takesNormalization }: { takesNormalization: boolean },
): VoiceSetting {
  const setting = fields.object("voice_setting");
  if (setting === undefined) return { voiceId: null, speed: 1, volume: 1, pitch: 0, emotion: null };
  const volume = setting.number("vol", { min: 0, max: 10 }) ?? 1;
  if (volume === 0) setting.fail("vol", "must be above 0");
  const emotion = setting.oneOf("emotion", [...EMOTIONS, ...NEWER_EMOTIONS]);
  if (NEWER_EMOTIONS.some((newer) => newer === emotion) && !model.startsWith("speech-2.6")) {
    setting.fail("emotion", `${emotion} is supported by speech-2.6 only`);
  }
  const normalization = setting.boolean("english_normalization");
  if (normalization !== undefined && !takesNormalization) {
    setting.fail("english_normalization", "is supported by asynchronous speech only");
  }
  return {
    voiceId: setting.string("voice_id", { min: 1 }) ?? null,
    speed: setting.number("speed", { min: 0.5, max: 2 }) ?? 1,
    volume,
    pitch: setting.integer("pitch", { min: -12, max: 12 }) ?? 0,
    emotion: emotion ?? null,
  };
}

/** `audio_setting`; the sample rate has another field name in synchronous and asynchronous speech (unshown.md). */
export function parseSpeechAudioSetting(
  fields: Fields,
  sampleRateField: "sample_rate" | "audio_sample_rate",
  formats: readonly SpeechFormat[],
): SpeechAudioSetting {
  const setting = fields.object("audio_setting");
  return {
    sampleRate: setting?.oneOf(sampleRateField, SAMPLE_RATES) ?? 32000,
    bitrate: setting?.oneOf("bitrate", BITRATES) ?? 128000,
    format: setting?.oneOf("format", formats) ?? "mp3",
    channels: setting?.oneOf("channel", [1, 2] as const) ?? 1,
  };
}

/** `pronunciation_dict.tone`: strings of the form `<original>/<replacement>` (service.md). Answers the pairs. */
export function parsePronunciations(fields: Fields): [string, string][] {
  const dictionary = fields.object("pronunciation_dict");
  return (dictionary?.strings("tone") ?? []).map((given) => {
    const entry = given.trim();
    const slash = entry.indexOf("/");
    if (slash <= 0 || slash === entry.length - 1) {
      dictionary?.fail("tone", `"${entry}" must have the form <original>/<replacement>`);
    }
    return [entry.slice(0, slash), entry.slice(slash + 1)];
  });
}

/** `voice_modify`, refused with formats it does not work with (service.md, text rule 4; synchronous request). */
export function parseVoiceModify(
  fields: Fields,
  format: SpeechFormat,
  supported: readonly SpeechFormat[],
): VoiceModify {
  const modify = fields.object("voice_modify");
  const read = (name: string) => modify?.integer(name, { min: -100, max: 100 }) ?? 0;
  if (modify !== undefined && !supported.includes(format)) {
    fields.fail("voice_modify", `does not support the audio format ${format}, only ${supported.join(", ")}`);
  }
  return {
    pitch: read("pitch"),
    intensity: read("intensity"),
    timbre: read("timbre"),
    soundEffect: modify?.oneOf("sound_effects", SOUND_EFFECTS) ?? null,
  };
}

/** `language_boost`; null is its default and means none. */
export function parseLanguageBoost(fields: Fields, model: string): string | null {
  if (fields.raw("language_boost") === null) return null;
  const language = fields.oneOf("language_boost", LANGUAGES);
  const isOlderModel = /^speech-0[12]-/.test(model);
  if (language !== undefined && isOlderModel && NEWER_LANGUAGES.includes(language)) {
    fields.fail("language_boost", `${language} is not supported by ${model}`);
  }
  return language ?? null;
}

/** A voice and its share in a mix. */
export interface WeightedVoice {
  voiceId: string;
  /** 1 to 100. */
  weight: number;
}

/** `timber_weights`, which newer pages spell `timbre_weights`: at most 4, weight 1 to 100. */
function parseTimberWeights(fields: Fields): WeightedVoice[] {
  const name = fields.has("timbre_weights") ? "timbre_weights" : "timber_weights";
  const weights = fields.objects(name) ?? [];
  if (weights.length > 4) fields.fail(name, "at most 4 voices");
  return weights.map((entry) => ({
    weight: entry.required("weight", entry.integer("weight", { min: 1, max: 100 })),
    voiceId: entry.required("voice_id", entry.string("voice_id", { min: 1 })),
  }));
}

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
