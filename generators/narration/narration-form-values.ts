import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";
import {
  NARRATION_MODELS,
  NARRATION_FORMATS,
  VOICE_MODIFY_FORMATS,
} from "@/lib/service/contract/speech-options";
import { omitUnset } from "../_kit/change-setting";
import {
  readBoolean,
  readFields,
  readNumber,
  readObject,
  readOneOf,
  readText,
  type FieldReaders,
} from "../_kit/field-readers";
import {
  audioSettingReaders,
  readPronunciationDict,
  readVoiceModify,
  voiceSettingReaders,
} from "../_kit/speech-setting-readers";
import type { NarrationForm, NarrationFormValues } from "./narration-input";
import { newNarrationInput } from "./new-narration-input";
import { settleTies, tiesOf, type ParkedValues } from "../_kit/field-ties";
import { chosenFormat, spokenTies } from "../_kit/spoken-text/spoken-ties";

const fieldReaders: FieldReaders<NarrationFormValues> = {
  model: readOneOf(NARRATION_MODELS),
  text: readText,
  text_file_id: readText,
  text_file: readAsset,
  voice_setting: readObject({ ...voiceSettingReaders, english_normalization: readBoolean }),
  pronunciation_dict: readPronunciationDict,
  audio_setting: readObject({
    ...audioSettingReaders,
    audio_sample_rate: readNumber,
    format: readOneOf(NARRATION_FORMATS),
  }),
  voice_modify: readVoiceModify,
  language_boost: readOneOf(LANGUAGE_BOOSTS),
  aigc_watermark: readBoolean,
};

/** The sources of the text: exactly one is used. */
export const textSources = ["text", "text_file", "text_file_id"] as const;
export type TextSource = (typeof textSources)[number];

/** The texts of the other sources; each returns with its source. */
export type ParkedSources = { [Source in TextSource]?: NarrationForm[Source] };

/** The first values of a form, and those it had to park. Of several texts the first one counts. */
export function readNarrationForm(input: unknown) {
  const read = readFields<NarrationFormValues>(fieldReaders, input, newNarrationInput);
  const source: TextSource = textSources.find((name) => read[name] !== undefined) ?? "text";
  const form = { ...read, model: read.model ?? newNarrationInput.model };
  return { ...settleTies(narrationTies, chooseSource(form, {}, source).form), source };
}

/** Changes the source of the text and parks the texts of the others. */
export function chooseSource(
  form: NarrationForm,
  parked: ParkedSources,
  source: TextSource,
): { form: NarrationForm; parked: ParkedSources } {
  const known: ParkedSources = { ...parked };
  for (const name of textSources) {
    if (form[name] !== undefined) Object.assign(known, { [name]: form[name] });
  }
  const { [source]: chosen, ...others } = known;
  return {
    form: {
      ...form,
      text: undefined,
      text_file: undefined,
      text_file_id: undefined,
      [source]: chosen ?? (source === "text" ? "" : undefined),
    },
    parked: others,
  };
}

export function toSentInput(form: NarrationForm): Record<string, unknown> {
  return omitUnset(form);
}

function readAsset(value: unknown): NarrationFormValues["text_file"] {
  const assetId = readObject({ assetId: readText })(value)?.assetId;
  return assetId === undefined ? undefined : { assetId };
}

/** How the form follows checkNarrationRules. Tone tags are never removed, since they are part of the text. */
export const narrationTies = {
  ...spokenTies,
  voice_modify: tiesOf<NarrationForm>().field("voice_modify", "format", takesVoiceModify),
};

export type ParkedFields = ParkedValues<typeof narrationTies>;

/** service.md Text rules 4: mp3, wav and flac. */
export function takesVoiceModify(form: Pick<NarrationForm, "audio_setting">): boolean {
  return VOICE_MODIFY_FORMATS.some((name) => name === chosenFormat(form));
}
