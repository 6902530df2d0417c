import type { FormFeatures } from "@/components/generators";
import { omitUnset } from "../_kit/change-setting";
import { newSpeechInput } from "./new-speech-input";
import { speechFieldReaders } from "./speech-field-readers";
import type { SpeechForm } from "./speech-input";
import { settleSpeech, type ParkedFields } from "./speech-ties";

const emptyForm: SpeechForm = {
  model: "speech-2.6-hd",
  text: "",
  stream: undefined,
  stream_options: undefined,
  voice_setting: undefined,
  audio_setting: undefined,
  pronunciation_dict: undefined,
  timber_weights: undefined,
  language_boost: undefined,
  voice_modify: undefined,
  subtitle_enable: undefined,
  output_format: undefined,
  aigc_watermark: undefined,
};

/** The first values of a form, and those it had to park. */
interface SpeechFormStart {
  form: SpeechForm;
  parked: ParkedFields;
}

/**
 * Fills the form from untrusted input: takes each value of the right type and omits the rest. Text stays as typed, even if
 * it breaks a rule; of fields that exclude each other one is parked.
 */
export function readSpeechForm(input: unknown): SpeechFormStart {
  const given = (typeof input === "object" && input !== null ? input : newSpeechInput) as Record<
    string,
    unknown
  >;
  const read = Object.entries(speechFieldReaders).map(([name, readField]) => [name, readField(given[name])]);
  const form = { ...emptyForm, ...Object.fromEntries(read) } as SpeechForm;
  return settleSpeech({ ...form, model: form.model ?? emptyForm.model, text: form.text ?? "" }, {});
}

/** What is sent: the fields that are set and that the connected service has. */
export function toSentInput(
  form: Partial<SpeechForm>,
  features: FormFeatures | null,
): Record<string, unknown> {
  return omitUnset(form, { supported: features?.fields.speech ?? {} });
}
