import type { OutputDto } from "@/lib/generations/read/generation-dto";
import type { RawAudio } from "@/lib/media/raw-audio";
import { listParameters } from "./list-parameters";

/** Numeric facts that the service reports, by unit. */
type SoundFactUnit = "seconds" | "bytes" | "hertz" | "bitsPerSecond" | "count" | "ratio" | "text";

/** A fact with its own message. */
export interface SoundFact {
  name:
    | "length"
    | "size"
    | "sampleRate"
    | "bitrate"
    | "channels"
    | "format"
    | "words"
    | "characters"
    | "invisibleCharacters";
  unit: SoundFactUnit;
  value: number | string;
  /** The stored file's value, if it differs. */
  measured?: number | string;
}

interface SoundFacts {
  facts: SoundFact[];
  /** Other reported facts, as the service writes them. */
  others: { name: string; value: string }[];
}

type FactRule = Omit<SoundFact, "value" | "measured"> & { scale?: number };

/**
 * `extra_info` of speech and of music and the "extra" file of a narration: service.md "Synchronous speech synthesis
 * response", "Music generation response"; units by unshown.md "Synchronous speech" and "Music".
 */
const rules: Record<string, FactRule> = {
  usage_characters: { name: "characters", unit: "count" },
  word_count: { name: "words", unit: "count" },
  invisible_character_ratio: { name: "invisibleCharacters", unit: "ratio" },
  audio_length: { name: "length", unit: "seconds", scale: 1 / 1000 },
  music_duration: { name: "length", unit: "seconds", scale: 1 / 1000 },
  audio_size: { name: "size", unit: "bytes" },
  music_size: { name: "size", unit: "bytes" },
  audio_format: { name: "format", unit: "text" },
  audio_sample_rate: { name: "sampleRate", unit: "hertz" },
  music_sample_rate: { name: "sampleRate", unit: "hertz" },
  bitrate: { name: "bitrate", unit: "bitsPerSecond" },
  audio_channel: { name: "channels", unit: "count" },
  music_channel: { name: "channels", unit: "count" },
};

/** Tolerance for lengths: encoders pad their last frame. */
const sameLengthSeconds = 0.15;
const sameLengthShare = 0.01;

/** The order in which they are listed. */
const names = [...new Set(Object.values(rules).map(({ name }) => name))];

/**
 * The service's facts about a sound, compared with the stored file. Untrusted: unknown or invalid facts are in
 * `others`, unchanged. Pure.
 */
export function describeSoundFacts(told: unknown, output?: OutputDto): SoundFacts {
  const result: SoundFacts = { facts: [], others: [] };
  if (typeof told !== "object" || told === null || Array.isArray(told)) return result;
  for (const [field, value] of Object.entries(told)) {
    if (value === null || value === undefined || value === "") continue;
    const fact = toFact(rules[field], value);
    if (fact && !result.facts.some(({ name }) => name === fact.name)) {
      const measured = output ? measure(fact, output) : undefined;
      result.facts.push(measured === undefined ? fact : { ...fact, measured });
    } else {
      result.others.push({
        name: field,
        value: typeof value === "object" ? JSON.stringify(value) : String(value),
      });
    }
  }
  // The database does not keep the order of fields.
  result.facts.sort((left, right) => names.indexOf(left.name) - names.indexOf(right.name));
  result.others.sort((left, right) => (left.name < right.name ? -1 : 1));
  return result;
}

/** The fields of an input that request these facts. */
const askedFields: Partial<Record<SoundFact["name"], readonly string[]>> = {
  sampleRate: ["sample_rate", "audio_sample_rate"],
  bitrate: ["bitrate"],
  format: ["format"],
  channels: ["channel"],
};

/** The facts that the list of parameters lacks: those delivered as requested, and the file size. Pure. */
export function omitListedFacts(
  facts: readonly SoundFact[],
  input: Record<string, unknown>,
  output: OutputDto | undefined,
): SoundFact[] {
  const asked = listParameters(input);
  return facts.filter(({ name, value, measured }) => {
    if (measured !== undefined) return true;
    if (name === "size") return output === undefined;
    const fields = askedFields[name] ?? [];
    return !asked.some(
      (each) => each.kind === "value" && fields.includes(each.field) && each.value === value,
    );
  });
}

function toFact(rule: FactRule | undefined, value: unknown): SoundFact | null {
  if (!rule || typeof value === "object" || typeof value === "boolean") return null;
  const { name, unit, scale = 1 } = rule;
  if (unit === "text") return { name, unit, value: String(value) };
  const number = Number(value);
  return Number.isFinite(number) ? { name, unit, value: number * scale } : null;
}

/** The file's value if it differs from the reported one; undefined if it is equal or unknown. */
function measure({ name, value }: SoundFact, output: OutputDto): number | string | undefined {
  // The studio writes it: find-asset.server.ts parses it for what depends on it.
  const samples = (output.facts?.rawAudio as RawAudio | undefined) ?? output.sound;
  switch (name) {
    case "length": {
      const { durationSeconds } = output;
      if (durationSeconds === undefined || typeof value !== "number") return undefined;
      const apart = Math.abs(durationSeconds - value);
      return apart > Math.max(sameLengthSeconds, value * sameLengthShare) ? durationSeconds : undefined;
    }
    case "size":
      return output.bytes === value ? undefined : output.bytes;
    case "sampleRate":
      return samples && samples.sampleRateHz !== value ? samples.sampleRateHz : undefined;
    case "channels":
      return samples && samples.channels !== value ? samples.channels : undefined;
    default:
      return undefined;
  }
}
