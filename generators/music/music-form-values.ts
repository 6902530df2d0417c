import { SONG_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders } from "../_kit/composed-sound/composed-sound-form";
import { readBoolean, readFields, readOneOf, readText, type FieldReaders } from "../_kit/field-readers";
import type { MusicForm, MusicFormValues } from "./music-input";
import { settleMusic } from "./music-ties";
import { newMusicInput } from "./new-music-input";

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
