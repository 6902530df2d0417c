import { changeSetting } from "@/generators/_kit/change-setting";
import { supportsLanguageBoost } from "@/lib/service/contract/language-boost";
import {
  SPEECH_AUDIO_DEFAULTS,
  supportsEmotion,
  VOICE_MODIFY_FORMATS,
} from "@/lib/service/contract/speech-options";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";
import type { NarrationForm } from "./narration-input";

export type TieCause = "model" | "format";

const tie = <Value>(tied: FieldTie<NarrationForm, Value, TieCause>) => tied;

/**
 * The rules between fields (checkNarrationRules, which the schema checks with) as what a form does about them: a value
 * that does not fit is put aside instead of lost. Tone tags stand in the text, which nobody changes but the person.
 */
const ties = {
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
};

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

/** Puts aside what does not fit, and brings back what fits again. */
export function settleNarration(form: NarrationForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

/** What was put aside because of one field. */
export function listParkedFields(form: NarrationForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** The format that the sound comes in. */
export function chosenFormat({ audio_setting }: Pick<NarrationForm, "audio_setting">): string {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

/** service.md Text rules 4: mp3, wav and flac. */
export function takesVoiceModify(form: Pick<NarrationForm, "audio_setting">): boolean {
  return VOICE_MODIFY_FORMATS.some((name) => name === chosenFormat(form));
}
