import { z } from "zod";
import { answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { SPEECH_LIMITS, SPEECH_MODELS, SPEECH_OUTPUT_FORMATS } from "./speech-options.ts";
import { withoutIdle } from "./idle-fields.ts";
import { checkSpeechRequestRules, findIdleSpeechFields } from "./speech-rules.ts";
import {
  pronunciationDictField,
  speechAudioSettingField,
  speechVoiceSettingField,
  timberWeightsField,
  voiceModifyField,
} from "./speech-settings.ts";

/** Fields of the synchronous speech request with what service.md says of each. */
export const speechRequestShape = {
  model: choiceField(SPEECH_MODELS).describe("The model that speaks."),
  text: textField({ key: "speech.text", min: 1, max: SPEECH_LIMITS.textMaxLength }).describe(
    "What is spoken; its length counts Unicode code points. A newline breaks a paragraph, <#x#> pauses for x seconds (0.01 to 99.99) between two spoken texts.",
  ),
  stream: booleanField()
    .optional()
    .describe(
      `Whether the sound comes while it is made; recommended above ${SPEECH_LIMITS.streamAboveLength} characters. false when left out.`,
    ),
  stream_options: strictObject({
    exclude_aggregated_audio: booleanField()
      .optional()
      .describe("Whether the last piece of the stream leaves out the repetition of the whole sound."),
  })
    .optional()
    .describe("Has an effect only with stream."),
  voice_setting: speechVoiceSettingField.optional().describe("The voice and how it speaks."),
  audio_setting: speechAudioSettingField.optional().describe("What kind of sound file is made."),
  pronunciation_dict: pronunciationDictField.optional().describe("How certain words are read."),
  timber_weights: timberWeightsField.optional().describe("Up to four voices mixed into one."),
  language_boost: choiceField(LANGUAGE_BOOSTS)
    .nullable()
    .optional()
    .describe(
      "Helps with a language or dialect; auto lets the model decide. Persian, Filipino and Tamil only with the 2.6 models.",
    ),
  voice_modify: voiceModifyField
    .optional()
    .describe("Changes the made voice; with mp3, wav and flac, in a stream with mp3 only."),
  subtitle_enable: booleanField()
    .optional()
    .describe("Whether sentences with their times come with the sound; without effect in a stream."),
  output_format: choiceField(SPEECH_OUTPUT_FORMATS)
    .optional()
    .describe(
      "How the service hands the sound over: in the answer (hex), or as a link. Without effect in a stream, which is always hex.",
    ),
  aigc_watermark: booleanField()
    .optional()
    .describe("Whether a rhythm marker stands at the end; without effect in a stream."),
};

/** The strict schema of endpoint 6, POST /v1/t2a_v2. */
export const speechRequestSchema = strictObject(speechRequestShape)
  .superRefine(checkSpeechRequestRules)
  .overwrite(withoutIdle(findIdleSpeechFields));
export type SpeechRequest = z.input<typeof speechRequestSchema>;

/**
 * extra_info of service.md "Synchronous speech synthesis response"; audio_length in ms, audio_size in bytes. It is kept
 * and shown, so what is not described is left out.
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

/** service.md "Synchronous speech synthesis response"; also the shape of a stream's frame. `data` may be null. */
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
