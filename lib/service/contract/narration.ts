import { z } from "zod";
import {
  answerShape,
  identifierSchema,
  optionalCountSchema,
  optionalIdentifierSchema,
  optionalTextSchema,
} from "./answer.ts";
import { booleanField, choiceField, identifierField, strictObject, textField } from "./fields.ts";
import { withoutIdle } from "./idle-fields.ts";
import { reportProblem, reportProblems } from "./issue.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { NARRATION_LIMITS, NARRATION_MODELS, type SpeechValues } from "./speech-options.ts";
import { findSpeechValueProblems } from "./open-values.ts";
import { checkPauseMarkers, findToneTags, supportsToneTags, TONE_TAG_MODELS } from "./speech-marks.ts";
import { checkSpeechRules, findIdleNarrationFields, type SpeechRuleInput } from "./speech-rules.ts";
import {
  narrationAudioSettingField,
  narrationVoiceSettingField,
  pronunciationDictField,
  voiceModifyField,
} from "./speech-settings.ts";

/** Fields of the asynchronous speech request, described by service.md. */
export const narrationRequestShape = {
  model: choiceField(NARRATION_MODELS).describe("Speech model."),
  text: textField({ key: "narration.text", min: 1, max: NARRATION_LIMITS.textMaxLength })
    .optional()
    .describe(
      "Text to read aloud. Length in Unicode code points. A newline starts a paragraph, <#x#> between two texts pauses for x seconds (0.01 to 99.99), and tone tags such as (laughs) need a 2.8 model.",
    ),
  text_file_id: identifierField()
    .optional()
    .describe(
      "ID of a text file already uploaded to the service: txt or zip under 1,000,000 characters, with the purpose t2a_async_input.",
    ),
  voice_setting: narrationVoiceSettingField.optional().describe("Voice and delivery."),
  pronunciation_dict: pronunciationDictField.optional().describe("Custom pronunciation."),
  audio_setting: narrationAudioSettingField.optional().describe("Audio format of the results."),
  voice_modify: voiceModifyField.optional().describe("Voice effects. Only with mp3, wav and flac."),
  language_boost: choiceField(LANGUAGE_BOOSTS)
    .nullable()
    .optional()
    .describe(
      "Improves recognition of a language or dialect. auto lets the model decide. Persian, Filipino and Tamil only with the 2.8 and 2.6 models.",
    ),
  aigc_watermark: booleanField().optional().describe("Adds a rhythm marker at the end."),
};

/** Fields used by the cross-field rules. */
interface NarrationRuleInput extends SpeechRuleInput {
  text?: string | undefined;
}

/**
 * Cross-field rules of service.md "Asynchronous speech synthesis request" for text from any source: pause
 * markers, tone tags by model, language by model, voice_modify by format.
 */
export function checkNarrationRules(request: NarrationRuleInput, context: z.RefinementCtx): void {
  const { model, text } = request;
  if (text !== undefined) {
    checkPauseMarkers(context, "text", text);
    const tags = supportsToneTags(model) ? [] : findToneTags(text);
    if (tags.length > 0) {
      reportProblem(context, ["text"], "narration.tone-tags.model", {
        tags,
        model,
        allowed: TONE_TAG_MODELS,
      });
    }
  }
  checkSpeechRules(request, context);
}

/** The strict schema of endpoint 5, POST /v1/t2a_async_v2, for a profile's values. */
export function createNarrationRequestSchema(values: SpeechValues) {
  return strictObject(narrationRequestShape)
    .superRefine((request, context) => {
      const { text, text_file_id: fileId } = request;
      if (text === undefined && fileId === undefined)
        reportProblem(context, ["text"], "narration.text.missing");
      if (text !== undefined && fileId !== undefined) {
        reportProblem(context, ["text_file_id"], "narration.text-file.with-text");
      }
      checkNarrationRules(request, context);
      reportProblems(context, findSpeechValueProblems(request, values));
    })
    .overwrite(withoutIdle(findIdleNarrationFields));
}

export type NarrationRequest = z.input<ReturnType<typeof createNarrationRequestSchema>>;

/** service.md "Asynchronous speech synthesis response"; all IDs as strings. */
export const narrationResponseSchema = z.looseObject({
  ...answerShape,
  task_id: identifierSchema,
  task_token: optionalTextSchema,
  file_id: optionalIdentifierSchema,
  usage_characters: optionalCountSchema,
});

/** unshown.md Long speech "task query": states, in any case. */
const NARRATION_TASK_STATES = ["processing", "success", "failed", "expired"] as const;
export type NarrationTaskState = (typeof NARRATION_TASK_STATES)[number];

/** unshown.md Long speech "task query". */
export const narrationQueryResponseSchema = z.looseObject({
  ...answerShape,
  task_id: optionalIdentifierSchema,
  status: z.string(),
  file_id: optionalIdentifierSchema,
});

/** The state of a status text in any case; null for an undocumented one. */
export function readNarrationTaskState(status: string): NarrationTaskState | null {
  const lower = status.trim().toLowerCase();
  if (lower === "fail") return "failed";
  return NARRATION_TASK_STATES.find((state) => state === lower) ?? null;
}
