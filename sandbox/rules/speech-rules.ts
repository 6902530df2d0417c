import { Refusal } from "../http/refusal.ts";
import { ESPEAK_VOICES } from "../media/speech/languages.ts";
import { VOICE_IDS } from "../media/speech/voices.ts";
import type { Fields } from "./fields.ts";
import { checkSpokenText, checkToneTags } from "./text-rules.ts";
import type { Settings } from "../settings.ts";

const SPEECH_MODELS = [
  ...["speech-2.6-hd", "speech-2.6-turbo", "speech-02-hd", "speech-02-turbo"],
  ...["speech-01-hd", "speech-01-turbo"],
];
const NARRATION_MODELS = ["speech-2.8-hd", "speech-2.8-turbo", ...SPEECH_MODELS];
const SPEECH_FORMATS = ["mp3", "pcm", "flac", "wav"] as const;
const NARRATION_FORMATS = [...SPEECH_FORMATS, "pcmu_raw", "pcmu_wav", "opus"] as const;
/** "under 10,000 chars", service.md "Synchronous speech synthesis request". */
const LONGEST_SPEECH = 9_999;
const LONGEST_NARRATION = 50_000;

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

export type SpeechFormat = (typeof NARRATION_FORMATS)[number];
export type SpeechRequest = ReturnType<typeof parseSpeechRequest>;
export type NarrationRequest = ReturnType<typeof parseNarrationRequest>;
/** What synchronous and asynchronous speech have in common. */
export type SpeechSettings = ReturnType<typeof parseSettings>;

/** Checks a synchronous speech request. Throws a 2013 refusal; 2042 for an unknown voice, 1042 for illegible text. */
export function parseSpeechRequest(fields: Fields) {
  const model = fields.required("model", fields.oneOf("model", SPEECH_MODELS));
  const text = fields.required("text", fields.string("text", { min: 1, max: LONGEST_SPEECH }));
  checkSpokenText("text", text);
  const isStreamed = fields.boolean("stream") ?? false;
  const options = fields.object("stream_options");
  const outputFormat = fields.oneOf("output_format", ["hex", "url"] as const) ?? "hex";
  const settings = parseSettings(fields, {
    model,
    isAsync: false,
    modifiable: isStreamed ? ["mp3"] : ["mp3", "wav", "flac"],
  });
  if (isStreamed && settings.audio.format === "wav")
    fields.fail("audio_setting.format", "wav is not streamed");
  const timberWeights = parseTimberWeights(fields);
  checkVoices([settings.voice.voiceId, ...timberWeights.map(({ voiceId }) => voiceId)]);
  const wantsSubtitles = fields.boolean("subtitle_enable") ?? false;
  return {
    ...settings,
    model,
    text,
    timberWeights,
    isStreamed,
    excludesAggregatedAudio: options?.boolean("exclude_aggregated_audio") ?? false,
    // Subtitles, watermark and output_format have no effect on a stream.
    outputFormat: isStreamed ? ("hex" as const) : outputFormat,
    wantsSubtitles: wantsSubtitles && !isStreamed,
    hasWatermark: settings.hasWatermark && !isStreamed,
  };
}

/** Checks an asynchronous speech request (service.md). The endpoint checks the uploaded file. */
export function parseNarrationRequest(fields: Fields, idType: Settings["textFileId"]) {
  const model = fields.required("model", fields.oneOf("model", NARRATION_MODELS));
  const text = fields.string("text", { min: 1, max: LONGEST_NARRATION }) ?? null;
  // The string of service.md, or the JSON integer of unshown.md where the settings say so.
  const isText = idType === "string";
  const id = isText ? fields.string("text_file_id", { min: 1 }) : fields.int64("text_file_id")?.toString();
  const textFileId = id ?? null;
  if ((text === null) === (textFileId === null)) {
    fields.fail("text", "exactly one of text and text_file_id must be given");
  }
  if (text !== null) {
    checkSpokenText("text", text);
    checkToneTags("text", text, model);
  }
  const settings = parseSettings(fields, { model, isAsync: true, modifiable: ["mp3", "wav", "flac"] });
  checkVoices([settings.voice.voiceId]);
  return { ...settings, model, text, textFileId };
}

function parseSettings(
  fields: Fields,
  kind: { model: string; isAsync: boolean; modifiable: readonly SpeechFormat[] },
) {
  const audio = parseAudioSetting(fields, kind.isAsync);
  return {
    audio,
    voice: parseVoiceSetting(fields, kind.model, kind.isAsync),
    pronunciations: parsePronunciations(fields),
    languageBoost: parseLanguageBoost(fields, kind.model),
    modify: parseVoiceModify(fields, audio.format, kind.modifiable),
    hasWatermark: fields.boolean("aigc_watermark") ?? false,
  };
}

/** `voice_setting`, unshown.md; `english_normalization` is of asynchronous speech only (unshown.md "Long speech"). */
function parseVoiceSetting(fields: Fields, model: string, isAsync: boolean) {
  const setting = fields.object("voice_setting");
  const volume = setting?.number("vol", { min: 0, max: 10 }) ?? 1;
  if (volume === 0) setting?.fail("vol", "must be above 0");
  const emotion = setting?.oneOf("emotion", [...EMOTIONS, ...NEWER_EMOTIONS]) ?? null;
  if (NEWER_EMOTIONS.some((newer) => newer === emotion) && !model.startsWith("speech-2.6")) {
    setting?.fail("emotion", `${emotion} is supported by speech-2.6 only`);
  }
  if (setting?.boolean("english_normalization") !== undefined && !isAsync) {
    setting.fail("english_normalization", "is supported by asynchronous speech only");
  }
  return {
    voiceId: setting?.string("voice_id", { min: 1 }) ?? null,
    speed: setting?.number("speed", { min: 0.5, max: 2 }) ?? 1,
    volume,
    pitch: setting?.integer("pitch", { min: -12, max: 12 }) ?? 0,
    emotion,
  };
}

/** `audio_setting`; the sample rate has another name in asynchronous speech (unshown.md). */
function parseAudioSetting(fields: Fields, isAsync: boolean) {
  const setting = fields.object("audio_setting");
  const formats: readonly SpeechFormat[] = isAsync ? NARRATION_FORMATS : SPEECH_FORMATS;
  return {
    sampleRate: setting?.oneOf(isAsync ? "audio_sample_rate" : "sample_rate", SAMPLE_RATES) ?? 32000,
    bitrate: setting?.oneOf("bitrate", BITRATES) ?? 128000,
    format: setting?.oneOf("format", formats) ?? "mp3",
    channels: setting?.oneOf("channel", [1, 2] as const) ?? 1,
  };
}

/** `pronunciation_dict.tone`: strings of the form `<original>/<replacement>` (service.md), as pairs. */
function parsePronunciations(fields: Fields): [string, string][] {
  const dictionary = fields.object("pronunciation_dict");
  return (dictionary?.strings("tone") ?? []).map((given) => {
    const [, original, replacement] = /^([^/]+)\/(.+)$/s.exec(given.trim()) ?? [];
    if (original === undefined || replacement === undefined) {
      dictionary?.fail("tone", `"${given.trim()}" must have the form <original>/<replacement>`);
    }
    return [original ?? "", replacement ?? ""];
  });
}

/** `voice_modify`, refused with formats it does not work with (service.md, text rule 4; synchronous request). */
function parseVoiceModify(fields: Fields, format: SpeechFormat, modifiable: readonly SpeechFormat[]) {
  const modify = fields.object("voice_modify");
  const read = (name: string) => modify?.integer(name, { min: -100, max: 100 }) ?? 0;
  if (modify !== undefined && !modifiable.includes(format)) {
    fields.fail("voice_modify", `does not support the audio format ${format}, only ${modifiable.join(", ")}`);
  }
  const soundEffect = modify?.oneOf("sound_effects", SOUND_EFFECTS) ?? null;
  return { pitch: read("pitch"), intensity: read("intensity"), timbre: read("timbre"), soundEffect };
}

/** `language_boost`; null is its default and means none. */
function parseLanguageBoost(fields: Fields, model: string): string | null {
  const language = fields.nullable("language_boost", () => fields.oneOf("language_boost", LANGUAGES)) ?? null;
  if (language !== null && /^speech-0[12]-/.test(model) && NEWER_LANGUAGES.includes(language)) {
    fields.fail("language_boost", `${language} is not supported by ${model}`);
  }
  return language;
}

/** `timber_weights`, which newer pages spell `timbre_weights`: at most 4 voices, weight 1 to 100. */
function parseTimberWeights(fields: Fields): { voiceId: string; weight: number }[] {
  const name = fields.has("timbre_weights") ? "timbre_weights" : "timber_weights";
  const weights = fields.objects(name) ?? [];
  if (weights.length > 4) fields.fail(name, "at most 4 voices");
  return weights.map((entry) => ({
    weight: entry.required("weight", entry.integer("weight", { min: 1, max: 100 })),
    voiceId: entry.required("voice_id", entry.string("voice_id", { min: 1 })),
  }));
}

/** Throws 2042 for a voice that the account has no access to (unshown.md, Errors and limits). */
function checkVoices(voiceIds: readonly (string | null)[]): void {
  const unknown = voiceIds.find((voiceId) => voiceId !== null && !VOICE_IDS.includes(voiceId));
  if (unknown !== undefined) throw new Refusal(2042, `you don't have access to this voice_id: ${unknown}`);
}
