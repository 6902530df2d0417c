import { SONG_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders, makeComposedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { readBoolean, readFields, readOneOf, readText, type FieldReaders } from "../_kit/field-readers";
import type { MusicForm, MusicFormValues } from "./music-input";
import { newMusicInput } from "./new-music-input";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";

const fieldReaders: FieldReaders<MusicFormValues> = {
  model: readOneOf(SONG_MODELS),
  prompt: readText,
  lyrics: readText,
  ...composedSoundReaders,
  lyrics_optimizer: readBoolean,
  is_instrumental: readBoolean,
};

/** The first values of a form, and those it had to park. */
export function readMusicForm(input: unknown) {
  const read = readFields<MusicFormValues>(fieldReaders, input, newMusicInput);
  return settleMusic({ ...read, model: read.model ?? newMusicInput.model, prompt: read.prompt ?? "" }, {});
}

/** What is sent: an instrumental has no lyrics. */
export function toSentInput(form: MusicForm): Record<string, unknown> {
  return toDraft(form.is_instrumental ? { ...form, lyrics: undefined } : form);
}

/** What is kept as a draft: the fields that are set and not empty. */
export function toDraft(form: MusicForm): Record<string, unknown> {
  return omitUnset(form, { unset: ["", false] });
}

export type TieCause = "stream" | "is_instrumental" | "format";

const tie = <Value>(tied: FieldTie<MusicForm, Value, TieCause>) => tied;

/** How the form follows checkMusicRules. Lyrics are never parked, since a person wrote them. */
const ties = {
  // An instrumental has no lyrics to write, and existing lyrics are not replaced.
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

export function settleMusic(form: MusicForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

export function listParkedFields(form: MusicForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/**
 * Whether lyrics are required or unused. service.md "Music generation request" allows lyrics with an instrumental, but
 * nothing is sung.
 */
export function lyricsRequirement(
  form: Pick<MusicForm, "is_instrumental" | "lyrics_optimizer" | "lyrics">,
): "required" | "none" {
  return form.is_instrumental || writesLyrics(form) ? "none" : "required";
}

/** Whether the service writes the lyrics from the prompt (service.md, lyrics_optimizer). */
export function writesLyrics({ lyrics_optimizer, lyrics }: Pick<MusicForm, "lyrics_optimizer" | "lyrics">) {
  return lyrics_optimizer === true && !lyrics;
}
