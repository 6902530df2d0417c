import { SONG_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders } from "../_kit/composed-sound/composed-sound-form";
import { readBoolean, readOneOf, readText, type FieldReader } from "../_kit/field-readers";
import type { MusicForm, MusicFormValues } from "./music-input";
import { settleMusic, type ParkedFields } from "./music-ties";
import { newMusicInput } from "./new-music-input";

type FieldReaders = { [Name in keyof Required<MusicFormValues>]: FieldReader<MusicFormValues[Name]> };

const fieldReaders: FieldReaders = {
  model: readOneOf(SONG_MODELS),
  prompt: readText,
  lyrics: readText,
  ...composedSoundReaders,
  lyrics_optimizer: readBoolean,
  is_instrumental: readBoolean,
};

/** The first values of a form, and those it had to park. */
interface MusicFormStart {
  form: MusicForm;
  parked: ParkedFields;
}

/**
 * Fills the form from untrusted input: takes each value of the right type and omits the rest. Text stays as typed, even if
 * it breaks a rule; of fields that exclude each other one is parked.
 */
export function readMusicForm(input: unknown): MusicFormStart {
  const given = (typeof input === "object" && input !== null ? input : newMusicInput) as Record<
    string,
    unknown
  >;
  const read = Object.fromEntries(
    Object.entries(fieldReaders).map(([name, readField]) => [name, readField(given[name])]),
  ) as Partial<MusicForm>;
  const form = {
    ...read,
    model: read.model ?? newMusicInput.model,
    prompt: read.prompt ?? "",
  } as MusicForm;
  return settleMusic(form, {});
}

/** What is sent: the fields that are set, and no lyrics of a piece that is not sung. */
export function toSentInput(form: MusicForm): Record<string, unknown> {
  return toDraft(form.is_instrumental ? { ...form, lyrics: undefined } : form);
}

/** What is kept as a draft: the fields that are set and not empty. */
export function toDraft(form: MusicForm): Record<string, unknown> {
  return omitUnset(form, { unset: ["", false] });
}
