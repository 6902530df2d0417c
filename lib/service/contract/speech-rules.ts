import type { z } from "zod";
import { reportProblem } from "./issue.ts";
import { supportsLanguageBoost, type LanguageBoost } from "./language-boost.ts";
import { SPEECH_EMOTIONS_OF_2_6, VOICE_MODIFY_FORMATS } from "./speech-settings.ts";

/** What both kinds of speech request have in common for their rules. */
export interface SpeechRuleInput {
  model: string;
  language_boost?: LanguageBoost | null | undefined;
  voice_setting?: { emotion?: string | undefined } | undefined;
  audio_setting?: { format?: string | undefined; bitrate?: number | undefined } | undefined;
  voice_modify?: object | undefined;
}

/** The service makes mp3 when no format is set (service.md samples). */
const DEFAULT_FORMAT = "mp3";

/** The format that a speech request will come in. */
export function effectiveSpeechFormat(request: Pick<SpeechRuleInput, "audio_setting">): string {
  return request.audio_setting?.format ?? DEFAULT_FORMAT;
}

/** Rules that hold for synchronous and asynchronous speech: language, emotion, bitrate and voice_modify formats. */
export function checkSpeechRules(request: SpeechRuleInput, context: z.RefinementCtx): void {
  const { model, language_boost: language } = request;
  const format = effectiveSpeechFormat(request);
  if (language !== undefined && language !== null && !supportsLanguageBoost(model, language)) {
    reportProblem(context, ["language_boost"], "speech.language.model", { language, model });
  }
  const emotion = request.voice_setting?.emotion;
  const isOf26 = SPEECH_EMOTIONS_OF_2_6.some((name) => name === emotion);
  if (emotion !== undefined && isOf26 && !model.startsWith("speech-2.6")) {
    reportProblem(context, ["voice_setting", "emotion"], "speech.emotion.model", { emotion, model });
  }
  if (request.audio_setting?.bitrate !== undefined && format !== "mp3") {
    reportProblem(context, ["audio_setting", "bitrate"], "speech.bitrate.format", { format });
  }
  if (request.voice_modify !== undefined && !VOICE_MODIFY_FORMATS.some((name) => name === format)) {
    reportProblem(context, ["voice_modify"], "speech.modify.format", {
      format,
      allowed: VOICE_MODIFY_FORMATS,
    });
  }
}
