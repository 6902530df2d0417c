import { z } from "zod";
import {
  booleanField,
  choiceField,
  decimalField,
  identifierField,
  integerField,
  listField,
  numberChoiceField,
  strictObject,
} from "./fields.ts";
import { keyOfBuiltInIssue, ruleIssue } from "./issue.ts";

/** unshown.md Synchronous speech "voice_setting"; leave emotion out for automatic. */
export const SPEECH_EMOTIONS = [
  "happy",
  "sad",
  "angry",
  "fearful",
  "disgusted",
  "surprised",
  "calm",
  "fluent",
  "whisper",
] as const;

/** unshown.md Synchronous speech "voice_setting": on 2.6 models only. */
export const SPEECH_EMOTIONS_OF_2_6 = ["fluent", "whisper"] as const;

/** unshown.md Synchronous speech "voice_setting": ranges and defaults. Speed and volume are factors, pitch semitones. */
export const VOICE_RANGES = {
  speed: { min: 0.5, max: 2, default: 1 },
  vol: { above: 0, max: 10, default: 1 },
  pitch: { min: -12, max: 12, default: 0 },
} as const;

/** unshown.md Long speech and Synchronous speech "audio_setting": hertz; 32000 is the default. */
export const SPEECH_SAMPLE_RATES = [8000, 16000, 22050, 24000, 32000, 44100] as const;
/** Bits per second, mp3 only; 128000 is the default. */
export const SPEECH_BITRATES = [32000, 64000, 128000, 256000] as const;
/** unshown.md Synchronous speech "audio_setting"; wav is not streamed. */
export const SPEECH_FORMATS = ["mp3", "pcm", "flac", "wav"] as const;
/** unshown.md Long speech "audio_setting" with the formats that service.md Text rules 4 names. */
export const NARRATION_FORMATS = ["mp3", "pcm", "flac", "wav", "pcmu_raw", "pcmu_wav", "opus"] as const;
/** 1 is mono, the default; 2 is stereo. */
export const SPEECH_CHANNELS = [1, 2] as const;

/** service.md Text rules 4: the audio formats that voice_modify works with. */
export const VOICE_MODIFY_FORMATS = ["mp3", "wav", "flac"] as const;
/** unshown.md Synchronous speech "voice_modify". */
export const VOICE_MODIFY_RANGE = { min: -100, max: 100 } as const;
export const SOUND_EFFECTS = ["spacious_echo", "auditorium_echo", "lofi_telephone", "robotic"] as const;

/** unshown.md Synchronous speech "timber_weights": at most four voices, weight 1 to 100. */
export const TIMBER_WEIGHTS_LIMITS = { voicesMax: 4, weightMin: 1, weightMax: 100 } as const;

/** A guard against run-away input, not a rule of the service. */
const MAX_PRONUNCIATIONS = 1000;

const voiceShape = {
  voice_id: identifierField().optional(),
  speed: decimalField({ key: "speech.speed", ...VOICE_RANGES.speed }).optional(),
  vol: decimalField({ key: "speech.vol", min: 0, max: VOICE_RANGES.vol.max, aboveMin: true }).optional(),
  pitch: integerField({ key: "speech.pitch", ...VOICE_RANGES.pitch }).optional(),
  emotion: choiceField(SPEECH_EMOTIONS).optional(),
};

/** voice_setting of synchronous speech (service.md "Synchronous speech synthesis request"). */
export const speechVoiceSettingField = strictObject({
  ...voiceShape,
  english_normalization: booleanField().optional(),
});

/** voice_setting of asynchronous speech: "as synchronous speech, plus english_normalization" (unshown.md Long speech). */
export const narrationVoiceSettingField = speechVoiceSettingField;

/** audio_setting of synchronous speech. */
export const speechAudioSettingField = strictObject({
  sample_rate: numberChoiceField(SPEECH_SAMPLE_RATES).optional(),
  bitrate: numberChoiceField(SPEECH_BITRATES).optional(),
  format: choiceField(SPEECH_FORMATS).optional(),
  channel: numberChoiceField(SPEECH_CHANNELS).optional(),
});

/** audio_setting of asynchronous speech; mind the other name of the sample rate. */
export const narrationAudioSettingField = strictObject({
  audio_sample_rate: numberChoiceField(SPEECH_SAMPLE_RATES).optional(),
  bitrate: numberChoiceField(SPEECH_BITRATES).optional(),
  format: choiceField(NARRATION_FORMATS).optional(),
  channel: numberChoiceField(SPEECH_CHANNELS).optional(),
});

/** pronunciation_dict: `<original>/<replacement>`, for example `omg/oh my god` (unshown.md). */
export const pronunciationDictField = strictObject({
  tone: listField(
    z
      .string({ error: keyOfBuiltInIssue })
      .refine((entry) => /^[^/]+\/[^/].*$/su.test(entry.trim()), ruleIssue("speech.pronunciation.form")),
    { key: "speech.pronunciation", max: MAX_PRONUNCIATIONS },
  ).optional(),
});

const amount = (key: string) => integerField({ key, ...VOICE_MODIFY_RANGE }).optional();

/** voice_modify (unshown.md Synchronous speech "voice_modify"). */
export const voiceModifyField = strictObject({
  pitch: amount("speech.modify-pitch"),
  intensity: amount("speech.modify-intensity"),
  timbre: amount("speech.modify-timbre"),
  sound_effects: choiceField(SOUND_EFFECTS).optional(),
});

/** timber_weights: voices blended by weight. */
export const timberWeightsField = listField(
  strictObject({
    voice_id: identifierField(),
    weight: integerField({
      key: "speech.weight",
      min: TIMBER_WEIGHTS_LIMITS.weightMin,
      max: TIMBER_WEIGHTS_LIMITS.weightMax,
    }),
  }),
  { key: "speech.timber-weights", max: TIMBER_WEIGHTS_LIMITS.voicesMax },
);
