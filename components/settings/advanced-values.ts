import type { ConnectionInput } from "@/lib/connections/connection-input";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { OPTIONAL_ENDPOINTS, type OptionalEndpointName } from "@/lib/service/profiles/profile-options";
import type { RateLimit, ServiceProfile } from "@/lib/service/profiles/profile-schema";
import {
  findOpenDetailProblems,
  readOpenDetails,
  toOpenDetailOverrides,
  type OpenDetailValues,
} from "./open-details";

export type RateLimitPart = "requests" | "windowSeconds" | "concurrency";

/** A row of the rate limits as typed: numbers as text, an empty `concurrency` for none. */
export interface RateLimitRow extends Record<RateLimitPart, string> {
  group: "models" | "endpoints";
  name: string;
}

/** The parts of a profile that the form can change. */
export interface AdvancedValues {
  rateLimits: RateLimitRow[];
  /** Model name of service.md to its name at the service. */
  modelNames: Record<string, string>;
  endpoints: Record<OptionalEndpointName, boolean>;
  openDetails: OpenDetailValues;
}

type Overrides = NonNullable<ConnectionInput["overrides"]>;

/** Reads the values that the form shows from a profile. */
export function readAdvancedValues(profile: ServiceProfile, models: readonly string[]): AdvancedValues {
  const toRows = (group: RateLimitRow["group"]): RateLimitRow[] =>
    Object.entries(profile.rateLimits[group]).map(([name, { requests, windowMs, concurrency }]) => ({
      group,
      name,
      requests: String(requests),
      windowSeconds: String(windowMs / 1000),
      concurrency: concurrency === undefined ? "" : String(concurrency),
    }));
  return {
    rateLimits: [...toRows("models"), ...toRows("endpoints")],
    modelNames: Object.fromEntries(models.map((model) => [model, profile.modelNames[model] ?? model])),
    endpoints: Object.fromEntries(
      OPTIONAL_ENDPOINTS.map((name) => [name, profile.endpoints[name] !== null]),
    ) as AdvancedValues["endpoints"],
    openDetails: readOpenDetails(profile),
  };
}

/** The path of a cell, used for its problem too. */
export function cellPath(row: Pick<RateLimitRow, "group" | "name">, part: RateLimitPart): string {
  return `overrides.rateLimits.${row.group}.${row.name}.${part === "windowSeconds" ? "windowMs" : part}`;
}

/** Finds every value in the form that is invalid in a profile. */
export function findAdvancedProblems(values: AdvancedValues, shipped: ServiceProfile): FieldProblem[] {
  return [
    ...findRateLimitProblems(values.rateLimits, shipped),
    ...findOpenDetailProblems(values.openDetails),
  ];
}

/** Finds invalid limits. Valid are whole numbers from 1, and seconds with up to three decimals. */
export function findRateLimitProblems(
  rows: readonly RateLimitRow[],
  shipped: ServiceProfile,
): FieldProblem[] {
  return rows.flatMap((row) => {
    const problems: FieldProblem[] = [];
    const check = (part: RateLimitPart, isValid: (value: number) => boolean, optional: boolean) => {
      const text = row[part].trim();
      if (text === "" && optional) return;
      if (text === "" || !isValid(Number(text)))
        problems.push({ path: cellPath(row, part), key: "field.too-small", values: { minimum: 1 } });
    };
    check("requests", isCount, false);
    check("windowSeconds", (seconds) => isCount(seconds * 1000), false);
    check("concurrency", isCount, !hasConcurrency(shipped, row));
    return problems;
  });
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function findShippedLimit(shipped: ServiceProfile, row: RateLimitRow): RateLimit | undefined {
  const limits: Record<string, RateLimit | undefined> = shipped.rateLimits[row.group];
  return limits[row.name];
}

/** Overrides can replace a part of a profile but not remove it, so a built-in limit cannot be cleared. */
function hasConcurrency(shipped: ServiceProfile, row: RateLimitRow): boolean {
  return findShippedLimit(shipped, row)?.concurrency !== undefined;
}

/** Returns what differs from the built-in profile. Endpoints that the form does not show keep their overrides. */
export function toOverrides(values: AdvancedValues, shipped: ServiceProfile, before: Overrides): Overrides {
  const rateLimits = toRateLimitOverrides(values.rateLimits, shipped);
  const modelNames = Object.fromEntries(
    Object.entries(values.modelNames)
      .map(([model, typed]): [string, string] => [model, typed.trim() || model])
      .filter(([model, wireName]) => wireName !== (shipped.modelNames[model] ?? model)),
  );
  const isOptional = (name: string) => OPTIONAL_ENDPOINTS.some((each) => each === name);
  const endpoints = Object.fromEntries([
    ...Object.entries(before.endpoints ?? {}).filter(([name, kept]) => !isOptional(name) || kept !== null),
    ...OPTIONAL_ENDPOINTS.filter((name) => !values.endpoints[name]).map((name): [string, null] => [
      name,
      null,
    ]),
  ]);
  return {
    ...toOpenDetailOverrides(values.openDetails, shipped),
    ...(Object.keys(rateLimits).length > 0 ? { rateLimits } : {}),
    ...(Object.keys(modelNames).length > 0 ? { modelNames } : {}),
    ...(Object.keys(endpoints).length > 0 ? { endpoints } : {}),
  };
}

function toRateLimitOverrides(rows: readonly RateLimitRow[], shipped: ServiceProfile) {
  const overrides: Partial<Record<RateLimitRow["group"], Record<string, RateLimit>>> = {};
  for (const row of rows) {
    const limit: RateLimit = {
      requests: Number(row.requests),
      windowMs: Math.round(Number(row.windowSeconds) * 1000),
      ...(row.concurrency.trim() === "" ? {} : { concurrency: Number(row.concurrency) }),
    };
    const before = findShippedLimit(shipped, row);
    const same =
      before?.requests === limit.requests &&
      before.windowMs === limit.windowMs &&
      before.concurrency === limit.concurrency;
    if (!same) (overrides[row.group] ??= {})[row.name] = limit;
  }
  return overrides;
}
