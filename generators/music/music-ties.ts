import { makeComposedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";
import type { MusicForm } from "./music-input";

export type TieCause = "stream" | "is_instrumental" | "format";

const tie = <Value>(tied: FieldTie<MusicForm, Value, TieCause>) => tied;

/**
 * The rules between fields (checkMusicRules, which the schema checks with) as what a form does about them: a value that
 * does not fit is put aside instead of lost. Lyrics are words of the person, which nothing takes away: where the service
 * is to write them, there are none (see writesLyrics).
 */
const ties = {
  // Nothing is sung, so there is nothing to write; and lyrics that are there are not written anew.
  lyrics_optimizer: tie({
    causedBy: "is_instrumental",
    read: ({ lyrics_optimizer }) => lyrics_optimizer || undefined,
    write: (form, lyrics_optimizer) => ({ ...form, lyrics_optimizer }),
    fits: ({ is_instrumental, lyrics }) => is_instrumental !== true && !lyrics,
  }),
  ...makeComposedSoundTies<MusicForm>(),
};

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

/** Puts aside what does not fit, and brings back what fits again. */
export function settleMusic(form: MusicForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

/** What was put aside because of one field. */
export function listParkedFields(form: MusicForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/**
 * Whether the form needs lyrics now or has no use for them. service.md "Music generation request", lyrics, would take
 * them with an instrumental too, of which nothing is sung.
 */
export function lyricsRequirement(
  form: Pick<MusicForm, "is_instrumental" | "lyrics_optimizer" | "lyrics">,
): "required" | "none" {
  return form.is_instrumental || writesLyrics(form) ? "none" : "required";
}

/** service.md, lyrics_optimizer: lyrics are written from the prompt when it is on and lyrics is empty. */
export function writesLyrics({ lyrics_optimizer, lyrics }: Pick<MusicForm, "lyrics_optimizer" | "lyrics">) {
  return lyrics_optimizer === true && !lyrics;
}
