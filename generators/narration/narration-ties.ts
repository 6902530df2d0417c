import { VOICE_MODIFY_FORMATS } from "@/lib/service/contract/speech-options";
import { listParked, settleTies, type ParkedValues } from "../_kit/field-ties";
import { chosenFormat, createSpokenTies } from "../_kit/spoken-text/spoken-ties";
import type { NarrationForm } from "./narration-input";

export type TieCause = "model" | "format";

/**
 * The rules between fields (checkNarrationRules, which the schema checks with) as what a form does about them: a value
 * that does not fit is parked instead of lost. Tone tags are part of the text, which only the person changes.
 */
const ties = createSpokenTies<NarrationForm>(takesVoiceModify);

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

/** Parks values that do not fit and restores those that fit again. */
export function settleNarration(form: NarrationForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

/** Fields parked because of one field that have no new value. */
export function listParkedFields(form: NarrationForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** service.md Text rules 4: mp3, wav and flac. */
export function takesVoiceModify(form: Pick<NarrationForm, "audio_setting">): boolean {
  return VOICE_MODIFY_FORMATS.some((name) => name === chosenFormat(form));
}
