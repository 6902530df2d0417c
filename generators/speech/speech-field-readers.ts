import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";
import { SPEECH_FORMATS, SPEECH_MODELS, SPEECH_OUTPUT_FORMATS } from "@/lib/service/contract/speech-options";
import {
  readBoolean,
  readList,
  readNumber,
  readObject,
  readOneOf,
  readText,
  type FieldReader,
} from "../_kit/field-readers";
import {
  audioSettingReaders,
  readPronunciationDict,
  readVoiceModify,
  voiceSettingReaders,
} from "../_kit/speech-setting-readers";
import type { SpeechFormValues } from "./speech-input";

/** Reads an untrusted value for a field; undefined if the field cannot show it. */
type FieldReaders = { [Name in keyof Required<SpeechFormValues>]: FieldReader<SpeechFormValues[Name]> };

/**
 * Reads drafts by the kind of each field only. Whether a value keeps the rules is for the schema to say, which comes
 * with the first validation: a page must not wait for it to show a form.
 */
export const speechFieldReaders: FieldReaders = {
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
