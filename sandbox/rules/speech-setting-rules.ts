import type { Fields } from "./fields.ts";

/** service.md "language_boost values". */
const LANGUAGES =
  "Chinese|Chinese,Yue|English|Arabic|Russian|Spanish|French|Portuguese|German|Turkish|Dutch|Ukrainian|Vietnamese|Indonesian|Japanese|Italian|Korean|Thai|Polish|Romanian|Greek|Czech|Finnish|Hindi|Bulgarian|Danish|Hebrew|Malay|Persian|Slovak|Swedish|Croatian|Filipino|Hungarian|Norwegian|Slovenian|Catalan|Nynorsk|Tamil|Afrikaans|auto".split(
    "|",
  );
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
}

export interface SpeechAudioSetting {
  sampleRate: number;
  bitrate: number;
  format: SpeechFormat;
  channels: 1 | 2;
}

/** `voice_setting`, unshown.md "Synchronous speech". Throws a 2013 refusal. */
export function parseVoiceSetting(fields: Fields, model: string): VoiceSetting {
  const setting = fields.object("voice_setting");
  if (setting === undefined) return { voiceId: null, speed: 1, volume: 1, pitch: 0 };
  const volume = setting.number("vol", { min: 0, max: 10 }) ?? 1;
  if (volume === 0) setting.fail("vol", "must be above 0");
  const emotion = setting.oneOf("emotion", [...EMOTIONS, ...NEWER_EMOTIONS]);
  if (NEWER_EMOTIONS.some((newer) => newer === emotion) && !model.startsWith("speech-2.6")) {
    setting.fail("emotion", `${emotion} is supported by speech-2.6 only`);
  }
  setting.boolean("english_normalization");
  return {
    voiceId: setting.string("voice_id", { min: 1 }) ?? null,
    speed: setting.number("speed", { min: 0.5, max: 2 }) ?? 1,
    volume,
    pitch: setting.integer("pitch", { min: -12, max: 12 }) ?? 0,
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

/** `pronunciation_dict.tone`: strings of the form `<original>/<replacement>` (service.md). */
export function checkPronunciation(fields: Fields): void {
  const dictionary = fields.object("pronunciation_dict");
  for (const entry of dictionary?.strings("tone") ?? []) {
    const slash = entry.indexOf("/");
    if (slash <= 0 || slash === entry.length - 1) {
      dictionary?.fail("tone", `"${entry}" must have the form <original>/<replacement>`);
    }
  }
}

/** `voice_modify`, refused with formats it does not work with (service.md, text rule 4; synchronous request). */
export function checkVoiceModify(
  fields: Fields,
  format: SpeechFormat,
  supported: readonly SpeechFormat[],
): void {
  const modify = fields.object("voice_modify");
  if (modify === undefined) return;
  for (const name of ["pitch", "intensity", "timbre"]) modify.integer(name, { min: -100, max: 100 });
  modify.oneOf("sound_effects", SOUND_EFFECTS);
  if (!supported.includes(format)) {
    fields.fail("voice_modify", `does not support the audio format ${format}, only ${supported.join(", ")}`);
  }
}

/** `language_boost`; null is its default and means none. */
export function checkLanguageBoost(fields: Fields, model: string): void {
  if (fields.raw("language_boost") === null) return;
  const language = fields.oneOf("language_boost", LANGUAGES);
  const isOlderModel = /^speech-0[12]-/.test(model);
  if (language !== undefined && isOlderModel && NEWER_LANGUAGES.includes(language)) {
    fields.fail("language_boost", `${language} is not supported by ${model}`);
  }
}

/** `timber_weights`, which newer pages spell `timbre_weights`: at most 4, weight 1 to 100. Answers the voices. */
export function parseTimberWeights(fields: Fields): string[] {
  const name = fields.has("timbre_weights") ? "timbre_weights" : "timber_weights";
  const weights = fields.objects(name) ?? [];
  if (weights.length > 4) fields.fail(name, "at most 4 voices");
  return weights.map((weight) => {
    weight.required("weight", weight.integer("weight", { min: 1, max: 100 }));
    return weight.required("voice_id", weight.string("voice_id", { min: 1 }));
  });
}
