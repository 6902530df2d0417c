import type { z } from "zod";
import { reportProblem } from "./issue.ts";
import { supportsLanguageBoost, type LanguageBoost } from "./language-boost.ts";
import { checkPauseMarkers } from "./pause-marker.ts";
import { SPEECH_AUDIO_DEFAULTS, supportsEmotion, VOICE_MODIFY_FORMATS } from "./speech-options.ts";

/** What both kinds of speech request have in common for their rules. */
export interface SpeechRuleInput {
  model: string;
  language_boost?: LanguageBoost | null | undefined;
  voice_setting?: { emotion?: string | undefined } | undefined;
  audio_setting?: { format?: string | undefined; bitrate?: number | undefined } | undefined;
  voice_modify?: object | undefined;
}

/** The fields that the rules of synchronous speech read beside those. */
export interface SpeechRequestRuleInput extends SpeechRuleInput {
  text: string;
  stream?: boolean | undefined;
  stream_options?: object | undefined;
  subtitle_enable?: boolean | undefined;
  output_format?: string | undefined;
  aigc_watermark?: boolean | undefined;
}

/** The format that a speech request will come in. */
export function effectiveSpeechFormat(request: Pick<SpeechRuleInput, "audio_setting">): string {
  return request.audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

/** Rules that hold for synchronous and asynchronous speech: language, emotion, bitrate and voice_modify formats. */
export function checkSpeechRules(request: SpeechRuleInput, context: z.RefinementCtx): void {
  const { model, language_boost: language } = request;
  const format = effectiveSpeechFormat(request);
  if (language !== undefined && language !== null && !supportsLanguageBoost(model, language)) {
    reportProblem(context, ["language_boost"], "speech.language.model", { language, model });
  }
  const emotion = request.voice_setting?.emotion;
  if (emotion !== undefined && !supportsEmotion(model, emotion)) {
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

/** Cross-field rules of service.md "Synchronous speech synthesis request". */
export function checkSpeechRequestRules(request: SpeechRequestRuleInput, context: z.RefinementCtx): void {
  checkPauseMarkers(context, "text", request.text);
  checkSpeechRules(request, context);
  if (request.stream === true) checkStreamRules(request, context);
  else if (request.stream_options !== undefined) {
    reportProblem(context, ["stream_options"], "speech.stream-options.needs-stream");
  }
}

/** service.md "Synchronous speech synthesis request": what is for non-streaming only; unshown.md: wav is not streamed. */
function checkStreamRules(request: SpeechRequestRuleInput, context: z.RefinementCtx): void {
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
