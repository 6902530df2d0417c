import { z } from "zod";
import {
  answerShape,
  identifierSchema,
  optionalCountSchema,
  optionalIdentifierSchema,
  optionalTextSchema,
} from "./answer.ts";
import { booleanField, choiceField, strictObject, textField } from "./fields.ts";
import { keyOfBuiltInIssue, reportProblem } from "./issue.ts";
import { LANGUAGE_BOOSTS } from "./language-boost.ts";
import { checkPauseMarkers } from "./pause-marker.ts";
import { checkSpeechRules } from "./speech-rules.ts";
import {
  narrationAudioSettingField,
  narrationVoiceSettingField,
  pronunciationDictField,
  voiceModifyField,
} from "./speech-settings.ts";
import { findToneTags, TONE_TAG_MODELS } from "./tone-tags.ts";

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
export type NarrationModel = (typeof NARRATION_MODELS)[number];

/** service.md Limits: text at most 50,000 chars; text file under 1,000,000 chars, txt or zip. */
export const NARRATION_LIMITS = { textMaxLength: 50_000, fileUnderLength: 1_000_000 } as const;

const narrationShape = {
  model: choiceField(NARRATION_MODELS),
  text: textField({ key: "narration.text", min: 1, max: NARRATION_LIMITS.textMaxLength }).optional(),
  /** unshown.md Long speech "input": an int64, sent as a JSON integer; given here as its digits. */
  text_file_id: z
    .string({ error: keyOfBuiltInIssue })
    .regex(/^(0|[1-9]\d{0,18})$/, { error: "narration.text-file.digits" })
    .optional(),
  voice_setting: narrationVoiceSettingField.optional(),
  pronunciation_dict: pronunciationDictField.optional(),
  audio_setting: narrationAudioSettingField.optional(),
  voice_modify: voiceModifyField.optional(),
  language_boost: choiceField(LANGUAGE_BOOSTS).nullable().optional(),
  aigc_watermark: booleanField().optional(),
};

/** The strict schema of endpoint 5, POST /v1/t2a_async_v2. */
export const narrationRequestSchema = strictObject(narrationShape).superRefine((request, context) => {
  const { model, text, text_file_id: fileId } = request;
  if (text === undefined && fileId === undefined) reportProblem(context, ["text"], "narration.text.missing");
  if (text !== undefined && fileId !== undefined) {
    reportProblem(context, ["text_file_id"], "narration.text-file.with-text");
  }
  if (text !== undefined) {
    checkPauseMarkers(context, "text", text);
    const tags = findToneTags(text);
    if (tags.length > 0 && !TONE_TAG_MODELS.some((name) => name === model)) {
      reportProblem(context, ["text"], "narration.tone-tags.model", {
        tags,
        model,
        allowed: TONE_TAG_MODELS,
      });
    }
  }
  checkSpeechRules(request, context);
});
export type NarrationRequest = z.input<typeof narrationRequestSchema>;

/** service.md "Asynchronous speech synthesis response"; every identifier as a string. */
export const narrationResponseSchema = z.looseObject({
  ...answerShape,
  task_id: identifierSchema,
  task_token: optionalTextSchema,
  file_id: optionalIdentifierSchema,
  usage_characters: optionalCountSchema,
});

/** unshown.md Long speech "task query": states in any case. */
export const NARRATION_TASK_STATES = ["processing", "success", "failed", "expired"] as const;
export type NarrationTaskState = (typeof NARRATION_TASK_STATES)[number];

/** unshown.md Long speech "task query" answer. */
export const narrationQueryResponseSchema = z.looseObject({
  ...answerShape,
  task_id: optionalIdentifierSchema,
  status: z.string(),
  file_id: optionalIdentifierSchema,
});

/** The state that a status text means, whatever its case; null for one that is not described. */
export function readNarrationTaskState(status: string): NarrationTaskState | null {
  const lower = status.trim().toLowerCase();
  if (lower === "fail") return "failed";
  return NARRATION_TASK_STATES.find((state) => state === lower) ?? null;
}
