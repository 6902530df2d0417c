import {
  booleanField,
  choiceField,
  identifierField,
  listField,
  numberChoiceField,
  numberField,
  strictObject,
  textField,
  wholeNumberField,
} from "./fields.ts";
import { ruleIssue } from "./issue.ts";
import {
  NARRATION_FORMATS,
  SPEECH_AUDIO_DEFAULTS,
  SPEECH_CHANNELS,
  SPEECH_FORMATS,
  SPEECH_VALUES,
  type NumberRange,
} from "./speech-options.ts";

/** Protect against runaway input; no rules of the service. */
const MAX_PRONUNCIATIONS = 1000;
const MAX_VOICES = 1000;

const describeRange = ({ min, max }: NumberRange) => `${min} to ${max} unless changed in Settings.`;
const describeChoice = (values: readonly unknown[]) => `${values.join(", ")} unless changed in Settings.`;

const voiceSettingShape = {
  voice_id: identifierField()
    .optional()
    .describe("Voice ID of the service. Leave it out if timber_weights is set."),
  speed: numberField()
    .optional()
    .describe(`Speed factor. Default 1. ${describeRange(SPEECH_VALUES.speed)}`),
  vol: numberField()
    .optional()
    .describe(`Volume factor. Default 1. Over ${describeRange(SPEECH_VALUES.vol)}`),
  pitch: wholeNumberField()
    .optional()
    .describe(`Pitch shift in semitones. Default 0. ${describeRange(SPEECH_VALUES.pitch)}`),
  emotion: identifierField()
    .optional()
    .describe(
      `${describeChoice(SPEECH_VALUES.emotion)} fluent and whisper need a 2.6 model. Without it, the model decides.`,
    ),
};

/** unshown.md Synchronous speech "voice_setting". */
export const speechVoiceSettingField = strictObject(voiceSettingShape);

/** voice_setting of asynchronous speech: "as synchronous speech, plus english_normalization" (unshown.md Long speech). */
export const narrationVoiceSettingField = strictObject({
  ...voiceSettingShape,
  english_normalization: booleanField()
    .optional()
    .describe("Reads numbers in English text the way people say them."),
});

const sampleRateField = wholeNumberField()
  .optional()
  .describe(
    `Hertz. Default ${SPEECH_AUDIO_DEFAULTS.sampleRate}. ${describeChoice(SPEECH_VALUES.sample_rate)}`,
  );
const bitrateField = wholeNumberField()
  .optional()
  .describe(
    `Bits per second. Only affects mp3. Default ${SPEECH_AUDIO_DEFAULTS.bitrate}. ${describeChoice(SPEECH_VALUES.bitrate)}`,
  );
const channelField = numberChoiceField(SPEECH_CHANNELS)
  .optional()
  .describe("1 for mono, 2 for stereo. Default 1.");

/** audio_setting of synchronous speech. */
export const speechAudioSettingField = strictObject({
  sample_rate: sampleRateField,
  bitrate: bitrateField,
  format: choiceField(SPEECH_FORMATS).optional().describe("Default mp3. wav can't be streamed."),
  channel: channelField,
});

/** audio_setting of asynchronous speech, where the sample rate has another name. */
export const narrationAudioSettingField = strictObject({
  audio_sample_rate: sampleRateField,
  bitrate: bitrateField,
  format: choiceField(NARRATION_FORMATS).optional().describe("Default mp3."),
  channel: channelField,
});

/** `<original>/<replacement>`, for example `omg/oh my god` (unshown.md Synchronous speech). */
export const pronunciationDictField = strictObject({
  tone: listField(
    textField({ key: "speech.pronunciation" }).refine(
      (entry) => /^[^/]+\/.+$/su.test(entry.trim()),
      ruleIssue("speech.pronunciation.form"),
    ),
    { key: "speech.pronunciation", max: MAX_PRONUNCIATIONS },
  )
    .optional()
    .describe("Entries of the form original/replacement, for example omg/oh my god or 处理/(chu3)(li3)."),
});

const amountField = (effect: string) =>
  wholeNumberField()
    .optional()
    .describe(`${effect} ${describeRange(SPEECH_VALUES.voice_modify)}`);

/** unshown.md Synchronous speech "voice_modify". */
export const voiceModifyField = strictObject({
  pitch: amountField("Deeper below 0, brighter above."),
  intensity: amountField("Stronger below 0, softer above."),
  timbre: amountField("Fuller below 0, crisper above."),
  sound_effects: identifierField()
    .optional()
    .describe(`Sound effect. Default none. ${describeChoice(SPEECH_VALUES.sound_effects)}`),
});

/** timber_weights: voices blended by weight. */
export const timberWeightsField = listField(
  strictObject({
    voice_id: identifierField().describe("Voice ID of the service."),
    weight: wholeNumberField().describe(
      `Weight relative to the other voices. ${describeRange(SPEECH_VALUES.weight)}`,
    ),
  }),
  { key: "speech.timber-weights", max: MAX_VOICES },
);
