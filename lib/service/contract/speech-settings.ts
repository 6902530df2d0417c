import {
  booleanField,
  choiceField,
  decimalField,
  identifierField,
  integerField,
  listField,
  numberChoiceField,
  strictObject,
  textField,
} from "./fields.ts";
import { ruleIssue } from "./issue.ts";
import {
  NARRATION_FORMATS,
  SOUND_EFFECTS,
  SPEECH_AUDIO_DEFAULTS,
  SPEECH_BITRATES,
  SPEECH_CHANNELS,
  SPEECH_EMOTIONS,
  SPEECH_FORMATS,
  SPEECH_SAMPLE_RATES,
  TIMBER_WEIGHTS_LIMITS,
  VOICE_MODIFY_RANGE,
  VOICE_RANGES,
} from "./speech-options.ts";

/** A guard against run-away input, not a rule of the service. */
const MAX_PRONUNCIATIONS = 1000;

const voiceSettingShape = {
  voice_id: identifierField()
    .optional()
    .describe("Voice ID of the service. Leave it out if timber_weights is set."),
  speed: decimalField({ key: "speech.speed", ...VOICE_RANGES.speed })
    .optional()
    .describe("Speed factor. Default 1."),
  vol: decimalField({ key: "speech.vol", min: 0, max: VOICE_RANGES.vol.max, aboveMin: true })
    .optional()
    .describe("Volume factor. Default 1."),
  pitch: integerField({ key: "speech.pitch", ...VOICE_RANGES.pitch })
    .optional()
    .describe("Pitch shift in semitones. Default 0."),
  emotion: choiceField(SPEECH_EMOTIONS)
    .optional()
    .describe("fluent and whisper need a 2.6 model. Without it, the model decides."),
};

/** voice_setting of synchronous speech (unshown.md "Synchronous speech"). */
export const speechVoiceSettingField = strictObject(voiceSettingShape);

/** voice_setting of asynchronous speech: "as synchronous speech, plus english_normalization" (unshown.md Long speech). */
export const narrationVoiceSettingField = strictObject({
  ...voiceSettingShape,
  english_normalization: booleanField()
    .optional()
    .describe("Reads numbers in English text the way people say them."),
});

const sampleRateField = numberChoiceField(SPEECH_SAMPLE_RATES)
  .optional()
  .describe(`Hertz. Default ${SPEECH_AUDIO_DEFAULTS.sampleRate}.`);
const bitrateField = numberChoiceField(SPEECH_BITRATES)
  .optional()
  .describe(`Bits per second. Only affects mp3. Default ${SPEECH_AUDIO_DEFAULTS.bitrate}.`);
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

/** audio_setting of asynchronous speech; mind the other name of the sample rate. */
export const narrationAudioSettingField = strictObject({
  audio_sample_rate: sampleRateField,
  bitrate: bitrateField,
  format: choiceField(NARRATION_FORMATS).optional().describe("Default mp3."),
  channel: channelField,
});

/** pronunciation_dict: `<original>/<replacement>`, for example `omg/oh my god` (unshown.md). */
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

const amountField = (key: string) => integerField({ key, ...VOICE_MODIFY_RANGE }).optional();

/** voice_modify (unshown.md Synchronous speech "voice_modify"). */
export const voiceModifyField = strictObject({
  pitch: amountField("speech.modify-pitch").describe("Deeper below 0, brighter above."),
  intensity: amountField("speech.modify-intensity").describe("Stronger below 0, softer above."),
  timbre: amountField("speech.modify-timbre").describe("Fuller below 0, crisper above."),
  sound_effects: choiceField(SOUND_EFFECTS).optional().describe("Sound effect. Default none."),
});

/** timber_weights: voices blended by weight. */
export const timberWeightsField = listField(
  strictObject({
    voice_id: identifierField().describe("Voice ID of the service."),
    weight: integerField({
      key: "speech.weight",
      min: TIMBER_WEIGHTS_LIMITS.weightMin,
      max: TIMBER_WEIGHTS_LIMITS.weightMax,
    }).describe("Weight relative to the other voices."),
  }),
  { key: "speech.timber-weights", max: TIMBER_WEIGHTS_LIMITS.voicesMax },
);
