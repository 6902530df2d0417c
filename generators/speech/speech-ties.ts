import { changeSetting } from "@/generators/_kit/change-setting";
import { supportsLanguageBoost } from "@/lib/service/contract/language-boost";
import {
  SPEECH_AUDIO_DEFAULTS,
  supportsEmotion,
  VOICE_MODIFY_FORMATS,
} from "@/lib/service/contract/speech-options";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";
import type { SpeechForm } from "./speech-input";

/** The field that decides whether another one fits. */
export type TieCause = "model" | "stream" | "format" | "timber_weights";

const tie = <Value>(tied: FieldTie<SpeechForm, Value, TieCause>) => tied;

/**
 * The rules between fields (checkSpeechRequestRules, which the schema checks with) as what a form does about them: a
 * value that does not fit is put aside instead of lost. In the order in which they decide each other: the format first.
 */
const ties = {
  format: tie({
    causedBy: "stream",
    read: ({ audio_setting }) => audio_setting?.format,
    write: (form, format) => ({ ...form, audio_setting: changeSetting(form.audio_setting, { format }) }),
    fits: ({ stream }, format) => !(stream && format === "wav"),
  }),
  bitrate: tie({
    causedBy: "format",
    read: ({ audio_setting }) => audio_setting?.bitrate,
    write: (form, bitrate) => ({ ...form, audio_setting: changeSetting(form.audio_setting, { bitrate }) }),
    fits: (form) => chosenFormat(form) === "mp3",
  }),
  voice_modify: tie({
    causedBy: "format",
    read: ({ voice_modify }) => voice_modify,
    write: (form, voice_modify) => ({ ...form, voice_modify }),
    fits: takesVoiceModify,
  }),
  emotion: tie({
    causedBy: "model",
    read: ({ voice_setting }) => voice_setting?.emotion,
    write: (form, emotion) => ({ ...form, voice_setting: changeSetting(form.voice_setting, { emotion }) }),
    fits: ({ model }, emotion) => supportsEmotion(model, emotion),
  }),
  language_boost: tie({
    causedBy: "model",
    read: ({ language_boost }) => language_boost ?? undefined,
    write: (form, language_boost) => ({ ...form, language_boost }),
    fits: ({ model }, language) => supportsLanguageBoost(model, language),
  }),
  // A mix of voices is the voice.
  voice_id: tie({
    causedBy: "timber_weights",
    read: ({ voice_setting }) => voice_setting?.voice_id,
    write: (form, voice_id) => ({ ...form, voice_setting: changeSetting(form.voice_setting, { voice_id }) }),
    fits: ({ timber_weights }) => timber_weights === undefined,
  }),
  subtitle_enable: tie({
    causedBy: "stream",
    read: ({ subtitle_enable }) => subtitle_enable || undefined,
    write: (form, subtitle_enable) => ({ ...form, subtitle_enable }),
    fits: ({ stream }) => !stream,
  }),
  aigc_watermark: tie({
    causedBy: "stream",
    read: ({ aigc_watermark }) => aigc_watermark || undefined,
    write: (form, aigc_watermark) => ({ ...form, aigc_watermark }),
    fits: ({ stream }) => !stream,
  }),
  output_format: tie({
    causedBy: "stream",
    read: ({ output_format }) => (output_format === "url" ? output_format : undefined),
    write: (form, output_format) => ({ ...form, output_format }),
    fits: ({ stream }) => !stream,
  }),
  stream_options: tie({
    causedBy: "stream",
    read: ({ stream_options }) => stream_options,
    write: (form, stream_options) => ({ ...form, stream_options }),
    fits: ({ stream }) => stream === true,
  }),
};

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

/** Puts aside what does not fit, and brings back what fits again. */
export function settleSpeech(form: SpeechForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

/** What was put aside because of one field, and has no other value meanwhile. */
export function listParkedFields(form: SpeechForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** The format that the sound comes in. */
export function chosenFormat({ audio_setting }: Pick<SpeechForm, "audio_setting">): string {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

/** service.md "Synchronous speech synthesis request", voice_modify: mp3, wav, flac; in a stream mp3. */
export function takesVoiceModify(form: Pick<SpeechForm, "audio_setting" | "stream">): boolean {
  const format = chosenFormat(form);
  return form.stream ? format === "mp3" : VOICE_MODIFY_FORMATS.some((name) => name === format);
}
