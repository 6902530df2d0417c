/** service.md "Synchronous speech synthesis request", model. */
export const SPEECH_MODELS = [
  "speech-2.6-hd",
  "speech-2.6-turbo",
  "speech-02-hd",
  "speech-02-turbo",
  "speech-01-hd",
  "speech-01-turbo",
] as const;
export type SpeechModel = (typeof SPEECH_MODELS)[number];

/** service.md "Synchronous speech synthesis request", text: under 10,000 chars; streaming is recommended above 3,000. */
export const SPEECH_LIMITS = { textMaxLength: 9_999, streamAboveLength: 3_000 } as const;

/**
 * service.md "Synchronous speech synthesis request", output_format; hex by default. A url is valid for 24
 * hours.
 */
export const SPEECH_OUTPUT_FORMATS = ["url", "hex"] as const;

/** unshown.md Synchronous speech "voice_setting". Without an emotion, the model decides. */
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
const SPEECH_EMOTIONS_OF_2_6 = ["fluent", "whisper"] as const;

/** Whether a model supports an emotion (unshown.md Synchronous speech "voice_setting"). */
export function supportsEmotion(model: string, emotion: string): boolean {
  return model.startsWith("speech-2.6") || !SPEECH_EMOTIONS_OF_2_6.some((name) => name === emotion);
}

/** unshown.md Synchronous speech "voice_setting": defaults. */
export const VOICE_DEFAULTS = { speed: 1, vol: 1, pitch: 0 } as const;

/** unshown.md Synchronous speech "audio_setting"; wav can't be streamed. */
export const SPEECH_FORMATS = ["mp3", "pcm", "flac", "wav"] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];
/** unshown.md Long speech "audio_setting", and the formats of service.md Text rules 4. */
export const NARRATION_FORMATS = ["mp3", "pcm", "flac", "wav", "pcmu_raw", "pcmu_wav", "opus"] as const;
export type NarrationFormat = (typeof NARRATION_FORMATS)[number];
/** 1 is mono, 2 stereo. */
export const SPEECH_CHANNELS = [1, 2] as const;
/** unshown.md Long speech "audio_setting" and samples of service.md: defaults. */
export const SPEECH_AUDIO_DEFAULTS = {
  sampleRate: 32000,
  bitrate: 128000,
  format: "mp3",
  channel: 1,
} as const;

/** service.md Text rules 4: formats that support voice_modify. */
export const VOICE_MODIFY_FORMATS = ["mp3", "wav", "flac"] as const;
/** unshown.md Synchronous speech "voice_modify". */
export const SOUND_EFFECTS = ["spacious_echo", "auditorium_echo", "lofi_telephone", "robotic"] as const;

export interface NumberRange {
  min: number;
  max: number;
}

/** Speech values that service.md leaves open and profiles define. */
export interface SpeechValues {
  emotion: readonly string[];
  sound_effects: readonly string[];
  /** Hertz. */
  sample_rate: readonly number[];
  /** Bits per second, mp3 only. */
  bitrate: readonly number[];
  /** The most voices of a mix. */
  max_voices: number;
  /** Factor. */
  speed: NumberRange;
  /** A factor; the minimum is exclusive. */
  vol: NumberRange;
  /** Semitones. */
  pitch: NumberRange;
  /** For pitch, intensity and timbre. */
  voice_modify: NumberRange;
  /** For a voice in a mix. */
  weight: NumberRange;
}

/** unshown.md Synchronous speech and Long speech. */
export const SPEECH_VALUES: SpeechValues = {
  emotion: SPEECH_EMOTIONS,
  sound_effects: SOUND_EFFECTS,
  sample_rate: [8000, 16000, 22050, 24000, 32000, 44100],
  bitrate: [32000, 64000, 128000, 256000],
  max_voices: 4,
  speed: { min: 0.5, max: 2 },
  vol: { min: 0, max: 10 },
  pitch: { min: -12, max: 12 },
  voice_modify: { min: -100, max: 100 },
  weight: { min: 1, max: 100 },
};

/** service.md "Asynchronous speech synthesis request", model. */
export const NARRATION_MODELS = [
  "speech-2.8-hd",
  "speech-2.8-turbo",
  "speech-2.6-hd",
  "speech-2.6-turbo",
  "speech-02-hd",
  "speech-02-turbo",
  "speech-01-hd",
  "speech-01-turbo",
] as const;

/** service.md Limits: text at most 50,000 chars; text file under 1,000,000 chars, txt or zip. */
export const NARRATION_LIMITS = { textMaxLength: 50_000, fileUnderLength: 1_000_000 } as const;

/** service.md Text rules 3: the texts of a json file; each non-empty one gets its own audio files. */
export const NARRATION_FILE_FIELDS = ["title", "content", "extra"] as const;
export type NarrationFileField = (typeof NARRATION_FILE_FIELDS)[number];
