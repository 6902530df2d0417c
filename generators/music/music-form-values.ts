import { SONG_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders, composedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { readBoolean, readFields, readOneOf, readText, type FieldReaders } from "../_kit/field-readers";
import type { MusicForm, MusicFormValues } from "./music-input";
import { newMusicInput } from "./new-music-input";
import { settleTies, tiesOf } from "../_kit/field-ties";

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
  const form: MusicForm = { ...read, model: read.model ?? newMusicInput.model, prompt: read.prompt ?? "" };
  return settleTies(musicTies, form);
}

/** What is sent: an instrumental has no lyrics. */
export function toSentInput(form: MusicForm): Record<string, unknown> {
  return toDraft(form.is_instrumental ? { ...form, lyrics: undefined } : form);
}

/** What is kept as a draft: the fields that are set and not empty. */
export function toDraft(form: MusicForm): Record<string, unknown> {
  return omitUnset(form, { unset: ["", false] });
}

/** How the form follows checkMusicRules. Lyrics are never parked, since a person wrote them. */
export const musicTies = {
  // An instrumental has no lyrics to write, and existing lyrics are not replaced.
  lyrics_optimizer: tiesOf<MusicForm>().field(
    "lyrics_optimizer",
    "is_instrumental",
    ({ is_instrumental, lyrics }) => !is_instrumental && !lyrics,
  ),
  ...composedSoundTies,
};

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
