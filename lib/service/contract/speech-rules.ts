import type { z } from "zod";
import { idleIf, type IdleField } from "./idle-fields.ts";
import { reportProblem } from "./issue.ts";
import { supportsLanguageBoost, type LanguageBoost } from "./language-boost.ts";
import { checkPauseMarkers } from "./speech-marks.ts";
import { SPEECH_AUDIO_DEFAULTS, supportsEmotion, VOICE_MODIFY_FORMATS } from "./speech-options.ts";

/** Fields of both speech requests used by the cross-field rules. */
export interface SpeechRuleInput {
  model: string;
  language_boost?: LanguageBoost | null | undefined;
  voice_setting?: { emotion?: string | undefined } | undefined;
  audio_setting?: { format?: string | undefined; bitrate?: number | undefined } | undefined;
  voice_modify?: object | undefined;
}

/** Further fields used by the rules of synchronous speech. */
interface SpeechRequestRuleInput extends SpeechRuleInput {
  text: string;
  stream?: boolean | undefined;
  stream_options?: object | undefined;
  subtitle_enable?: boolean | undefined;
  output_format?: string | undefined;
  aigc_watermark?: boolean | undefined;
}

/** The audio format of a request, including the default. */
function effectiveSpeechFormat(request: Pick<SpeechRuleInput, "audio_setting">): string {
  return request.audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

/** Rules of synchronous and asynchronous speech: language, emotion, and formats of voice_modify. */
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
}

/**
 * Streams: voice_modify needs mp3 (service.md "Synchronous speech synthesis request"), and wav is not supported
 * (unshown.md Synchronous speech "audio_setting").
 */
function checkStreamRules(request: SpeechRequestRuleInput, context: z.RefinementCtx): void {
  const format = effectiveSpeechFormat(request);
  if (format === "wav")
    reportProblem(context, ["audio_setting", "format"], "speech.format.stream", { format });
  if (request.voice_modify !== undefined && format !== "mp3") {
    reportProblem(context, ["voice_modify"], "speech.modify.stream", { format });
  }
}

/**
 * unshown.md Synchronous speech "audio_setting": bitrate only affects mp3. Also used for asynchronous speech.
 */
export function findIdleNarrationFields(request: SpeechRuleInput): IdleField[] {
  const format = effectiveSpeechFormat(request);
  const isIdle = request.audio_setting?.bitrate !== undefined && format !== "mp3";
  return idleIf(isIdle, "audio_setting.bitrate", "bitrate-is-for-mp3", { format });
}

/**
 * service.md "Synchronous speech synthesis request": fields for "non-streaming only" have no effect on streams.
 */
export function findIdleSpeechFields(request: SpeechRequestRuleInput): IdleField[] {
  const { stream = false, subtitle_enable: subtitles, aigc_watermark: watermark } = request;
  const hasOptions = request.stream_options !== undefined;
  return [
    ...findIdleNarrationFields(request),
    ...idleIf(!stream && hasOptions, "stream_options", "stream-is-off"),
    ...idleIf(stream && subtitles === true, "subtitle_enable", "stream-has-no-subtitles"),
    ...idleIf(stream && request.output_format === "url", "output_format", "stream-is-hex"),
    ...idleIf(stream && watermark === true, "aigc_watermark", "stream-has-no-watermark"),
  ];
}
