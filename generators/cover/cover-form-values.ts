import type { MediaSource } from "@/components/form/media-source";
import { COVER_MODELS } from "@/lib/service/contract/music-options";
import { omitUnset } from "../_kit/change-setting";
import { composedSoundReaders } from "../_kit/composed-sound/composed-sound-form";
import { readOneOf, readText, type FieldReader } from "../_kit/field-readers";
import type { CoverForm, CoverFormValues } from "./cover-input";
import { settleCover, type ParkedFields } from "./cover-ties";
import { newCoverInput } from "./new-cover-input";

type FieldReaders = { [Name in keyof Required<CoverFormValues>]: FieldReader<CoverFormValues[Name]> };

const fieldReaders: FieldReaders = {
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

/** How a cover is made: at once, or after the sound was analysed and its words edited. */
export const coverWays = ["one-step", "two-steps"] as const;
export type CoverWay = (typeof coverWays)[number];

/** What a form starts with: its fields, the way, the sound it covers, and what it had to put aside. */
interface CoverFormStart {
  form: CoverForm;
  way: CoverWay;
  /** Undefined where only an analysis says it, or nothing yet. */
  sound: MediaSource | undefined;
  parked: ParkedFields;
}

/**
 * Fills the form from something untrusted: what has the kind that a field wants is taken, the rest is left out. What a
 * person has typed stays as it was, also where the rules will tell them of it. A draft of two steps holds both the sound
 * and what was found in it; of the sound, the form sends only what its way sends.
 */
export function readCoverForm(input: unknown): CoverFormStart {
  const given = (typeof input === "object" && input !== null ? input : newCoverInput) as Record<
    string,
    unknown
  >;
  const read = Object.fromEntries(
    Object.entries(fieldReaders).map(([name, readField]) => [name, readField(given[name])]),
  ) as Partial<CoverForm>;
  const way = coverWays.find((known) => known === given.way);
  const sound = read.audio_base64 ?? read.audio_url;
  const found = { model: read.model ?? newCoverInput.model, prompt: read.prompt ?? "" };
  const chosen = way ?? (read.cover_feature_id === undefined ? "one-step" : "two-steps");
  const form = placeSound({ ...read, ...found } as CoverForm, { way: chosen, sound });
  return { ...settleCover(form, {}), way: chosen, sound };
}

/** The fields that name what is covered, each way its own: the others are none, so that they never exclude each other. */
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

/** What is sent: the fields that are set. An empty text is none. */
export function toSentInput(form: CoverForm): Record<string, unknown> {
  return omitUnset(form, { unset: ["", false] });
}

/** What is kept as a draft: what would be sent, with the sound and the way. */
export function toDraft(
  form: CoverForm,
  { way, sound }: { way: CoverWay; sound: MediaSource | undefined },
): Record<string, unknown> {
  const kept = sound && "url" in sound ? { audio_url: sound } : sound ? { audio_base64: sound } : {};
  return { ...toSentInput(form), ...kept, way };
}
