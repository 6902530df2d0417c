import type { FieldProblem } from "@/lib/errors/studio-error";
import { IDENTIFIER_TYPES, LIST_SEPARATOR } from "@/lib/service/profiles/profile-options";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";

/** A detail that the service's document leaves open: its path in a profile, and how it is entered. */
interface OpenDetail {
  path: readonly [string, ...string[]];
  /**
   * `name`: of a field on the wire, empty if the service has none. `seconds`: stored in milliseconds. `words` and
   * `counts`: a list. `number` and `integer`: an end of a range.
   */
  kind: "name" | "choice" | "count" | "seconds" | "words" | "counts" | "number" | "integer";
}

/** The details that can be changed, in order of display; keys of messages. */
export const openDetails = {
  imageStyle: { path: ["fieldNames", "image", "style"], kind: "name" },
  imageResponseFormat: { path: ["fieldNames", "image", "response_format"], kind: "name" },
  imageSeed: { path: ["fieldNames", "image", "seed"], kind: "name" },
  imageOptimizer: { path: ["fieldNames", "image", "prompt_optimizer"], kind: "name" },
  imageWatermark: { path: ["fieldNames", "image", "aigc_watermark"], kind: "name" },
  videoPretreatment: { path: ["fieldNames", "video", "fast_pretreatment"], kind: "name" },
  videoWatermark: { path: ["fieldNames", "video", "aigc_watermark"], kind: "name" },
  voiceWeights: { path: ["fieldNames", "speech", "timber_weights"], kind: "name" },
  textFileId: { path: ["fieldValues", "narration", "text_file_id"], kind: "choice" },
  maxReferences: { path: ["limits", "maxSubjectReferences"], kind: "count" },
  videoInterval: { path: ["polling", "videoIntervalMs"], kind: "seconds" },
  narrationInterval: { path: ["polling", "narrationIntervalMs"], kind: "seconds" },
  imageStyles: { path: ["fieldValues", "image", "style_type"], kind: "words" },
  emotions: { path: ["fieldValues", "speech", "emotion"], kind: "words" },
  soundEffects: { path: ["fieldValues", "speech", "sound_effects"], kind: "words" },
  maxVoices: { path: ["fieldValues", "speech", "max_voices"], kind: "count" },
  sampleRates: { path: ["fieldValues", "speech", "sample_rate"], kind: "counts" },
  bitrates: { path: ["fieldValues", "speech", "bitrate"], kind: "counts" },
  styleWeightMin: { path: ["fieldValues", "image", "style_weight", "min"], kind: "number" },
  styleWeightMax: { path: ["fieldValues", "image", "style_weight", "max"], kind: "number" },
  speedMin: { path: ["fieldValues", "speech", "speed", "min"], kind: "number" },
  speedMax: { path: ["fieldValues", "speech", "speed", "max"], kind: "number" },
  volumeMin: { path: ["fieldValues", "speech", "vol", "min"], kind: "number" },
  volumeMax: { path: ["fieldValues", "speech", "vol", "max"], kind: "number" },
  pitchMin: { path: ["fieldValues", "speech", "pitch", "min"], kind: "integer" },
  pitchMax: { path: ["fieldValues", "speech", "pitch", "max"], kind: "integer" },
  modifyMin: { path: ["fieldValues", "speech", "voice_modify", "min"], kind: "integer" },
  modifyMax: { path: ["fieldValues", "speech", "voice_modify", "max"], kind: "integer" },
  weightMin: { path: ["fieldValues", "speech", "weight", "min"], kind: "integer" },
  weightMax: { path: ["fieldValues", "speech", "weight", "max"], kind: "integer" },
} as const satisfies Record<string, OpenDetail>;

export type OpenDetailName = keyof typeof openDetails;
export const openDetailNames = Object.keys(openDetails) as OpenDetailName[];

/** The typed values; empty if the service does not have the field. */
export type OpenDetailValues = Record<OpenDetailName, string>;

export const identifierTypes = IDENTIFIER_TYPES;

/** Reads the values of a profile. */
export function readOpenDetails(profile: ServiceProfile): OpenDetailValues {
  return Object.fromEntries(
    openDetailNames.map((name) => [name, readOpenDetail(profile, name)]),
  ) as OpenDetailValues;
}

function readOpenDetail(profile: ServiceProfile, name: OpenDetailName): string {
  const { path, kind } = openDetails[name];
  const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], profile);
  if (value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  return String(kind === "seconds" ? Number(value) / 1000 : value);
}

/** The path of a detail's problem. */
export function openDetailPath(name: OpenDetailName): string {
  return `overrides.${openDetails[name].path.join(".")}`;
}

/**
 * Finds invalid values. Valid are counts from 0, seconds with up to three decimals, names that no other field has,
 * lists without duplicates that are not empty, and ranges that end above their start.
 */
export function findOpenDetailProblems(values: OpenDetailValues): FieldProblem[] {
  return openDetailNames.flatMap((name): FieldProblem[] => {
    const { kind, path } = openDetails[name];
    const text = values[name].trim();
    const at = { path: openDetailPath(name) };
    if (kind === "words" || kind === "counts") return findListProblems(at.path, text, kind);
    if (kind === "number" || kind === "integer") {
      if (text === "" || !isNumber(Number(text), kind)) return [{ ...at, key: "field.type" }];
      const lowest = findLowest(name);
      const isBelow = lowest !== undefined && Number(text) <= Number(values[lowest]);
      return isBelow ? [{ ...at, key: "field.range-order" }] : [];
    }
    if (kind === "count" && (text === "" || !isWhole(Number(text), 0)))
      return [{ ...at, key: "field.too-small", values: { minimum: 0 } }];
    if (kind === "seconds" && (text === "" || !isWhole(Number(text) * 1000, 1)))
      return [{ ...at, key: "field.too-small", values: { minimum: 0.001 } }];
    const isTaken = openDetailNames.some(
      (other) =>
        openDetails[other].kind === "name" &&
        openDetails[other].path[1] === path[1] &&
        openDetailNames.indexOf(other) < openDetailNames.indexOf(name) &&
        values[other].trim() === text,
    );
    return kind === "name" && text !== "" && isTaken ? [{ ...at, key: "field.name-taken" }] : [];
  });
}

function findListProblems(path: string, text: string, kind: "words" | "counts"): FieldProblem[] {
  const items = splitList(text);
  if (items.length === 0) return [{ path, key: "field.required" }];
  if (kind === "counts" && !items.every((item) => isWhole(Number(item), 1)))
    return [{ path, key: "field.too-small", values: { minimum: 1 } }];
  const known = new Set<string | number>(kind === "counts" ? items.map(Number) : items);
  return known.size < items.length ? [{ path, key: "field.duplicate" }] : [];
}

function splitList(text: string): string[] {
  return text
    .split(LIST_SEPARATOR)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function isNumber(value: number, kind: "number" | "integer"): boolean {
  return kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** Returns the lower end of the range that a detail is the upper end of. */
function findLowest(name: OpenDetailName): OpenDetailName | undefined {
  const path = openDetailPath(name);
  if (!path.endsWith(".max")) return undefined;
  return openDetailNames.find((other) => openDetailPath(other) === path.replace(/max$/, "min"));
}

function isWhole(value: number, minimum: number): boolean {
  return Number.isSafeInteger(Math.round(value * 1e6) / 1e6) && value >= minimum;
}

/** Returns what differs from the built-in profile as overrides. */
export function toOpenDetailOverrides(
  values: OpenDetailValues,
  shipped: ServiceProfile,
): Record<string, Record<string, unknown>> {
  const overrides: Record<string, Record<string, unknown>> = {};
  for (const name of openDetailNames) {
    const { path, kind } = openDetails[name];
    const isList = kind === "words" || kind === "counts";
    const typed = isList ? splitList(values[name]).join(", ") : values[name].trim();
    if (typed === readOpenDetail(shipped, name)) continue;
    const last = path.length - 1;
    let part: Record<string, unknown> = overrides;
    for (const key of path.slice(0, last)) part = (part[key] ??= {}) as Record<string, unknown>;
    part[path[last]!] = toValue(kind, typed);
  }
  return overrides;
}

function toValue(kind: OpenDetail["kind"], typed: string): unknown {
  if (kind === "seconds") return Math.round(Number(typed) * 1000);
  if (kind === "count" || kind === "number" || kind === "integer") return Number(typed);
  if (kind === "words") return splitList(typed);
  if (kind === "counts") return splitList(typed).map(Number);
  return typed === "" ? null : typed;
}
