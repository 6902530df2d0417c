import type { FormFeatures } from "@/components/generators";
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

/** What a form starts with: its fields, and what of them it had to put aside. */
export interface SpeechFormStart {
  form: SpeechForm;
  parked: ParkedFields;
}

/**
 * Fills the form from something untrusted: what has the kind that a field wants is taken, the rest is left out. What a
 * person has typed stays as it was, also where the rules will tell them of it; of fields that exclude each other one is
 * put aside.
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

/** What is sent: fields that are set, without those that the connected service does not have. */
export function toSentInput(
  form: Partial<SpeechForm>,
  features: FormFeatures | null,
): Record<string, unknown> {
  const offered: Partial<Record<string, boolean>> = features?.fields.speech ?? {};
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => value !== undefined && offered[name] !== false),
  );
}
