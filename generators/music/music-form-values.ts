import { SONG_MODELS } from "@/lib/service/contract/music-options";
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

/** What a form starts with: its fields, and what of them it had to put aside. */
export interface MusicFormStart {
  form: MusicForm;
  parked: ParkedFields;
}

/**
 * Fills the form from something untrusted: what has the kind that a field wants is taken, the rest is left out. What a
 * person has typed stays as it was, also where the rules will tell them of it; of fields that exclude each other one is
 * put aside.
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

/** What is kept of a form: the fields that are set. An empty text is none. */
export function toDraft(form: MusicForm): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined && value !== "" && value !== false),
  );
}
