import type { FormFeatures } from "@/components/generators";
import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";
import { SPEECH_FORMATS, SPEECH_MODELS, SPEECH_OUTPUT_FORMATS } from "@/lib/service/contract/speech-options";
import { omitUnset } from "../_kit/change-setting";
import {
  readBoolean,
  readFields,
  readList,
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
import { newSpeechInput } from "./new-speech-input";
import type { SpeechForm, SpeechFormValues } from "./speech-input";
import { settleTies } from "../_kit/field-ties";
import { speechTies } from "./speech-ties";

const fieldReaders: FieldReaders<SpeechFormValues> = {
  model: readOneOf(SPEECH_MODELS),
  text: readText,
  stream: readBoolean,
  stream_options: readObject({ exclude_aggregated_audio: readBoolean }),
  voice_setting: readObject(voiceSettingReaders),
  audio_setting: readObject({
    ...audioSettingReaders,
    sample_rate: readNumber,
    format: readOneOf(SPEECH_FORMATS),
  }),
  pronunciation_dict: readPronunciationDict,
  timber_weights: readTimberWeights,
  language_boost: readOneOf(LANGUAGE_BOOSTS),
  voice_modify: readVoiceModify,
  subtitle_enable: readBoolean,
  output_format: readOneOf(SPEECH_OUTPUT_FORMATS),
  aigc_watermark: readBoolean,
};

function readTimberWeights(value: unknown): SpeechFormValues["timber_weights"] {
  return readList((entry) => {
    const { voice_id, weight } = readObject({ voice_id: readText, weight: readNumber })(entry) ?? {};
    return voice_id === undefined || weight === undefined ? undefined : { voice_id, weight };
  })(value);
}

/** The first values of a form, and those it had to park. */
export function readSpeechForm(input: unknown) {
  const read = readFields<SpeechFormValues>(fieldReaders, input, newSpeechInput);
  const form: SpeechForm = { ...read, model: read.model ?? newSpeechInput.model, text: read.text ?? "" };
  return settleTies(speechTies, form);
}

/** What is sent: the fields that are set and that the connected service has. */
export function toSentInput(
  form: Partial<SpeechForm>,
  features: FormFeatures | null,
): Record<string, unknown> {
  return omitUnset(form, { supported: features?.fields.speech ?? {} });
}
