import { z } from "zod";
import { answerShape, optionalCountSchema, optionalTextSchema } from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { reportProblem } from "./issue.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { checkPauseMarkers } from "./pause-marker.ts";
import { checkSpeechRules, effectiveSpeechFormat } from "./speech-rules.ts";
import {
  pronunciationDictField,
  speechAudioSettingField,
  speechVoiceSettingField,
  timberWeightsField,
  voiceModifyField,
} from "./speech-settings.ts";

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

export const SPEECH_OUTPUT_FORMATS = ["url", "hex"] as const;

const speechShape = {
  model: choiceField(SPEECH_MODELS),
  text: textField({ key: "speech.text", min: 1, max: SPEECH_LIMITS.textMaxLength }),
  stream: booleanField().optional(),
  stream_options: strictObject({ exclude_aggregated_audio: booleanField().optional() }).optional(),
  voice_setting: speechVoiceSettingField.optional(),
  audio_setting: speechAudioSettingField.optional(),
  pronunciation_dict: pronunciationDictField.optional(),
  timber_weights: timberWeightsField.optional(),
  language_boost: choiceField(LANGUAGE_BOOSTS).nullable().optional(),
  voice_modify: voiceModifyField.optional(),
  subtitle_enable: booleanField().optional(),
  output_format: choiceField(SPEECH_OUTPUT_FORMATS).optional(),
  aigc_watermark: booleanField().optional(),
};

/** The strict schema of endpoint 6, POST /v1/t2a_v2. */
export const speechRequestSchema = strictObject(speechShape).superRefine((request, context) => {
  checkPauseMarkers(context, "text", request.text);
  checkSpeechRules(request, context);
  if (request.stream === true) checkStreamRules(request, context);
  else if (request.stream_options !== undefined) {
    reportProblem(context, ["stream_options"], "speech.stream-options.needs-stream");
  }
});
export type SpeechRequest = z.input<typeof speechRequestSchema>;

/** service.md "Synchronous speech synthesis request": what is for non-streaming only; unshown.md: wav is not streamed. */
function checkStreamRules(request: SpeechRequest, context: z.RefinementCtx): void {
  const format = effectiveSpeechFormat(request);
  if (request.output_format === "url")
    reportProblem(context, ["output_format"], "speech.output-format.stream");
  if (request.subtitle_enable === true) reportProblem(context, ["subtitle_enable"], "speech.subtitle.stream");
  if (request.aigc_watermark === true) reportProblem(context, ["aigc_watermark"], "speech.watermark.stream");
  if (format === "wav")
    reportProblem(context, ["audio_setting", "format"], "speech.format.stream", { format });
  if (request.voice_modify !== undefined && format !== "mp3") {
    reportProblem(context, ["voice_modify"], "speech.modify.stream", { format });
  }
}

/** extra_info of service.md "Synchronous speech synthesis response"; audio_length in ms, audio_size in bytes. */
export const speechExtraInfoSchema = z.looseObject({
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
