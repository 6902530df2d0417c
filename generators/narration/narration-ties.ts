import { VOICE_MODIFY_FORMATS } from "@/lib/service/contract/speech-options";
import { listParked, settleTies, type ParkedValues } from "../_kit/field-ties";
import { chosenFormat, createSpokenTies } from "../_kit/spoken-text/spoken-ties";
import type { NarrationForm } from "./narration-input";

export type TieCause = "model" | "format";

/** How the form follows checkNarrationRules. Tone tags are never removed, since they are part of the text. */
const ties = createSpokenTies<NarrationForm>(takesVoiceModify);

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

export function settleNarration(form: NarrationForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

export function listParkedFields(form: NarrationForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** service.md Text rules 4: mp3, wav and flac. */
export function takesVoiceModify(form: Pick<NarrationForm, "audio_setting">): boolean {
  return VOICE_MODIFY_FORMATS.some((name) => name === chosenFormat(form));
}
