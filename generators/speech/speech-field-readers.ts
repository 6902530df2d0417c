import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";
import {
  SOUND_EFFECTS,
  SPEECH_BITRATES,
  SPEECH_CHANNELS,
  SPEECH_EMOTIONS,
  SPEECH_FORMATS,
  SPEECH_MODELS,
  SPEECH_OUTPUT_FORMATS,
  SPEECH_SAMPLE_RATES,
} from "@/lib/service/contract/speech-options";
import type { SpeechFormValues } from "./speech-input";

type Reader<Value> = (value: unknown) => Value | undefined;

/** What a field takes over from something untrusted; undefined where it is nothing the field could show. */
type FieldReaders = { [Name in keyof Required<SpeechFormValues>]: Reader<SpeechFormValues[Name]> };

/**
 * Reads drafts by the kind of each field only. Whether a value keeps the rules is for the schema to say, which comes
 * with the first validation: a page must not wait for it to show a form.
 */
export const speechFieldReaders: FieldReaders = {
  model: oneOf(SPEECH_MODELS),
  text: readText,
  stream: readBoolean,
  stream_options: objectOf({ exclude_aggregated_audio: readBoolean }),
  voice_setting: objectOf({
    voice_id: readText,
    speed: readNumber,
    vol: readNumber,
    pitch: readNumber,
    emotion: oneOf(SPEECH_EMOTIONS),
    english_normalization: readBoolean,
  }),
  audio_setting: objectOf({
    sample_rate: oneOf(SPEECH_SAMPLE_RATES),
    bitrate: oneOf(SPEECH_BITRATES),
    format: oneOf(SPEECH_FORMATS),
    channel: oneOf(SPEECH_CHANNELS),
  }),
  pronunciation_dict: objectOf({ tone: listOf(readText) }),
  timber_weights: readTimberWeights,
  language_boost: oneOf(LANGUAGE_BOOSTS),
  voice_modify: objectOf({
    pitch: readNumber,
    intensity: readNumber,
    timbre: readNumber,
    sound_effects: oneOf(SOUND_EFFECTS),
  }),
  subtitle_enable: readBoolean,
  output_format: oneOf(SPEECH_OUTPUT_FORMATS),
  aigc_watermark: readBoolean,
};

function oneOf<const Values extends readonly (string | number)[]>(values: Values): Reader<Values[number]> {
  return (value) => values.find((known) => known === value);
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** An object with those of its parts that can be read; undefined where none can. */
function objectOf<Shape extends Record<string, Reader<unknown>>>(readers: Shape) {
  return (
    value: unknown,
  ): { [Name in keyof Shape]?: Exclude<ReturnType<Shape[Name]>, undefined> } | undefined => {
    if (!isRecord(value)) return undefined;
    const parts = Object.entries(readers)
      .map(([name, read]) => [name, read(value[name])] as const)
      .filter(([, part]) => part !== undefined);
    return parts.length > 0
      ? (Object.fromEntries(parts) as { [Name in keyof Shape]?: Exclude<ReturnType<Shape[Name]>, undefined> })
      : undefined;
  };
}

/** A list with those of its items that can be read; undefined where none can. */
function listOf<Item>(read: Reader<Item>): Reader<Item[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(read).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  };
}

function readTimberWeights(value: unknown): SpeechFormValues["timber_weights"] {
  return listOf((entry) => {
    if (!isRecord(entry)) return undefined;
    const voice_id = readText(entry.voice_id);
    const weight = readNumber(entry.weight);
    return voice_id === undefined || weight === undefined ? undefined : { voice_id, weight };
  })(value);
}
