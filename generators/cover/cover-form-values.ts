import type { MediaSource } from "@/components/form/media-source";
import { COVER_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders, composedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { readFields, readOneOf, readText, type FieldReaders } from "../_kit/field-readers";
import type { CoverForm, CoverFormValues } from "./cover-input";
import { newCoverInput } from "./new-cover-input";
import { settleTies } from "../_kit/field-ties";

const fieldReaders: FieldReaders<CoverFormValues> = {
  model: readOneOf(COVER_MODELS),
  prompt: readText,
  lyrics: readText,
  audio_url: (value) => {
    const url = readText((value as { url?: unknown } | null | undefined)?.url);
    return url !== undefined && URL.canParse(url) ? { url } : undefined;
  },
  audio_base64: (value) => {
    const assetId = readText((value as { assetId?: unknown } | null | undefined)?.assetId);
    return assetId === undefined ? undefined : { assetId };
  },
  cover_feature_id: readText,
  ...composedSoundReaders,
};

/** How a cover is made: at once, or after the sound is analysed and its lyrics are edited. */
export const coverWays = ["one-step", "two-steps"] as const;
export type CoverWay = (typeof coverWays)[number];

/**
 * The first values of a form. A draft of two steps holds both the sound and its analysis; the form sends only the one
 * that its way needs.
 *
 * @returns `sound` is undefined if nothing or only an analysis is known
 */
export function readCoverForm(input: unknown) {
  const read = readFields<CoverFormValues>(fieldReaders, input, newCoverInput);
  const given = (input as { way?: unknown } | null | undefined)?.way;
  const sound: MediaSource | undefined = read.audio_base64 ?? read.audio_url;
  const way =
    coverWays.find((known) => known === given) ??
    (read.cover_feature_id === undefined ? "one-step" : "two-steps");
  const form = { ...read, model: read.model ?? newCoverInput.model, prompt: read.prompt ?? "" };
  return { ...settleTies(composedSoundTies, placeSound(form, { way, sound })), way, sound };
}

/** Sets the fields that name the covered sound: each way uses its own and clears the others, which exclude each other. */
export function placeSound(
  form: CoverForm,
  { way, sound }: { way: CoverWay; sound: MediaSource | undefined },
): CoverForm {
  const isAlone = way === "one-step";
  return {
    ...form,
    audio_url: isAlone && sound && "url" in sound ? sound : undefined,
    audio_base64: isAlone && sound && "assetId" in sound ? sound : undefined,
    cover_feature_id: isAlone ? undefined : form.cover_feature_id,
  };
}

/** What is sent: the fields that are set and not empty. */
export function toSentInput(form: CoverForm): Record<string, unknown> {
  return omitUnset(form, { unset: ["", false] });
}

/** The values of a draft: the input, the sound and the way. */
export function toDraft(
  form: CoverForm,
  { way, sound }: { way: CoverWay; sound: MediaSource | undefined },
): Record<string, unknown> {
  const kept = sound && "url" in sound ? { audio_url: sound } : sound ? { audio_base64: sound } : {};
  return { ...toSentInput(form), ...kept, way };
}
