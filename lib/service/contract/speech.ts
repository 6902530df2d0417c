import { z } from "zod";
import { answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { reportProblems } from "./issue.ts";
import { findSpeechValueProblems } from "./open-values.ts";
import {
  SPEECH_LIMITS,
  SPEECH_MODELS,
  SPEECH_OUTPUT_FORMATS,
  SPEECH_VALUES,
  type SpeechValues,
} from "./speech-options.ts";
import { withoutIdle } from "./idle-fields.ts";
import { checkSpeechRequestRules, findIdleSpeechFields } from "./speech-rules.ts";
import {
  pronunciationDictField,
  speechAudioSettingField,
  speechVoiceSettingField,
  timberWeightsField,
  voiceModifyField,
} from "./speech-settings.ts";

/** Fields of the synchronous speech request, described by service.md. */
export const speechRequestShape = {
  model: choiceField(SPEECH_MODELS).describe("Speech model."),
  text: textField({ key: "speech.text", min: 1, max: SPEECH_LIMITS.textMaxLength }).describe(
    "Text to read aloud. Length in Unicode code points. A newline starts a paragraph, and <#x#> between two texts pauses for x seconds (0.01 to 99.99).",
  ),
  stream: booleanField()
    .optional()
    .describe(
      `Streams the audio while it's generated. Recommended above ${SPEECH_LIMITS.streamAboveLength} characters. Default false.`,
    ),
  stream_options: strictObject({
    exclude_aggregated_audio: booleanField()
      .optional()
      .describe("Leaves out the full copy of the audio at the end of the stream."),
  })
    .optional()
    .describe("Has an effect only with stream."),
  voice_setting: speechVoiceSettingField.optional().describe("Voice and delivery."),
  audio_setting: speechAudioSettingField.optional().describe("Audio format of the result."),
  pronunciation_dict: pronunciationDictField.optional().describe("Custom pronunciation."),
  timber_weights: timberWeightsField
    .optional()
    .describe(`Mix of voices. At most ${SPEECH_VALUES.max_voices} unless changed in Settings.`),
  language_boost: choiceField(LANGUAGE_BOOSTS)
    .nullable()
    .optional()
    .describe(
      "Improves recognition of a language or dialect. auto lets the model decide. Persian, Filipino and Tamil only with the 2.6 models.",
    ),
  voice_modify: voiceModifyField
    .optional()
    .describe("Voice effects. Only with mp3, wav and flac, and only mp3 when streaming."),
  subtitle_enable: booleanField().optional().describe("Adds timed subtitles. No effect on streams."),
  output_format: choiceField(SPEECH_OUTPUT_FORMATS)
    .optional()
    .describe(
      "How the service returns the audio: in the response (hex) or as a link (url). No effect on streams, which are always hex.",
    ),
  aigc_watermark: booleanField()
    .optional()
    .describe("Adds a rhythm marker at the end. No effect on streams."),
};

/** The strict schema of endpoint 6, POST /v1/t2a_v2, for a profile's values. */
export function createSpeechRequestSchema(values: SpeechValues) {
  return strictObject(speechRequestShape)
    .superRefine((request, context) => {
      checkSpeechRequestRules(request, context);
      reportProblems(context, findSpeechValueProblems(request, values));
    })
    .overwrite(withoutIdle(findIdleSpeechFields));
}

export type SpeechRequest = z.input<ReturnType<typeof createSpeechRequestSchema>>;

/**
 * extra_info of service.md "Synchronous speech synthesis response"; audio_length in ms, audio_size in bytes.
 * Stored and displayed, so undocumented fields are dropped.
 */
export const speechExtraInfoSchema = z.object({
  audio_length: optionalCountSchema,
  audio_sample_rate: optionalCountSchema,
  audio_size: optionalCountSchema,
  bitrate: optionalCountSchema,
  word_count: optionalCountSchema,
  invisible_character_ratio: optionalCountSchema,
  usage_characters: optionalCountSchema,
  audio_format: optionalTextSchema,
  audio_channel: optionalCountSchema,
});
export type SpeechExtraInfo = z.output<typeof speechExtraInfoSchema>;

/**
 * service.md "Synchronous speech synthesis response"; stream chunks have the same shape. `data` may be null.
 */
export const speechResponseSchema = z.looseObject({
  ...answerShape,
  data: z
    .looseObject({
      audio: optionalTextSchema,
      audio_url: optionalTextSchema,
      status: optionalCountSchema,
      subtitle_file: optionalTextSchema,
    })
    .nullish(),
  extra_info: speechExtraInfoSchema.nullish(),
});
