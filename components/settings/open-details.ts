import type { FieldProblem } from "@/lib/errors/studio-error";
import { IDENTIFIER_TYPES } from "@/lib/service/profiles/profile-schema";
import type { ServiceProfile } from "@/lib/service/profiles";

/** A detail of the service that its document leaves open: where it stands in a profile, and how it is typed. */
interface OpenDetail {
  path: readonly [string, ...string[]];
  /** `name`: of a field on the wire, empty where the service has none. `seconds`: kept in milliseconds. */
  kind: "name" | "choice" | "count" | "seconds";
}

/** What a person can change, in the order in which it is shown; keys of messages. */
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
} as const satisfies Record<string, OpenDetail>;

export type OpenDetailName = keyof typeof openDetails;
export const openDetailNames = Object.keys(openDetails) as OpenDetailName[];

/** What is typed at each; an empty text where the service does not have the field. */
export type OpenDetailValues = Record<OpenDetailName, string>;

export const identifierTypes = IDENTIFIER_TYPES;

/** What a profile has at each. */
export function readOpenDetails(profile: ServiceProfile): OpenDetailValues {
  return Object.fromEntries(
    openDetailNames.map((name) => [name, readOpenDetail(profile, name)]),
  ) as OpenDetailValues;
}

function readOpenDetail(profile: ServiceProfile, name: OpenDetailName): string {
  const { path, kind } = openDetails[name];
  const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], profile);
  if (value === null) return "";
  return String(kind === "seconds" ? Number(value) / 1000 : value);
}

/** The path of the problem that stands at a detail. */
export function openDetailPath(name: OpenDetailName): string {
  return `overrides.${openDetails[name].path.join(".")}`;
}

/** What was typed and is none: counts from 0, seconds to the thousandth, and names that another field has already. */
export function findOpenDetailProblems(values: OpenDetailValues): FieldProblem[] {
  return openDetailNames.flatMap((name): FieldProblem[] => {
    const { kind, path } = openDetails[name];
    const text = values[name].trim();
    const at = { path: openDetailPath(name) };
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

function isWhole(value: number, minimum: number): boolean {
  return Number.isSafeInteger(Math.round(value * 1e6) / 1e6) && value >= minimum;
}

/** What differs from the shipped profile, as overrides of its parts. */
export function toOpenDetailOverrides(
  values: OpenDetailValues,
  shipped: ServiceProfile,
): Record<string, Record<string, unknown>> {
  const overrides: Record<string, Record<string, unknown>> = {};
  for (const name of openDetailNames) {
    const typed = values[name].trim();
    if (typed === readOpenDetail(shipped, name)) continue;
    const { path, kind } = openDetails[name];
    const last = path.length - 1;
    let part: Record<string, unknown> = overrides;
    for (const key of path.slice(0, last)) part = (part[key] ??= {}) as Record<string, unknown>;
    part[path[last]!] = toValue(kind, typed);
  }
  return overrides;
}

function toValue(kind: OpenDetail["kind"], typed: string): string | number | null {
  if (kind === "seconds") return Math.round(Number(typed) * 1000);
  if (kind === "count") return Number(typed);
  return typed === "" ? null : typed;
}
