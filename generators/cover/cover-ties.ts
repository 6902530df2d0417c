import { makeComposedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { listParked, settleTies, type ParkedValues } from "../_kit/field-ties";
import type { CoverForm } from "./cover-input";

const ties = makeComposedSoundTies<CoverForm>();

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

export function settleCover(form: CoverForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

export function listParkedFields(
  form: CoverForm,
  parked: ParkedFields,
  causedBy: "stream" | "format",
): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}
