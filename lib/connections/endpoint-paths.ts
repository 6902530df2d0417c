import { profileOverridesSchema } from "./connection-input";

/** Parts of an endpoint that decide what is requested at the address: the owner's to override. */
const ownerParts = ["method", "path", "query"];

/** The overrides of endpoint paths, as paths into the overrides such as `endpoints.voiceList.path`. */
export function listPathOverrides(overrides: unknown): string[] {
  const { endpoints = {} } = profileOverridesSchema.parse(overrides ?? {});
  return Object.entries(endpoints).flatMap(([name, endpoint]) =>
    ownerParts.flatMap((part) =>
      isRecord(endpoint) && part in endpoint ? [`endpoints.${name}.${part}`] : [],
    ),
  );
}

/** Overrides as they apply to a member: without endpoint paths. */
export function withoutPaths(overrides: unknown): unknown {
  const parts = profileOverridesSchema.parse(overrides ?? {});
  if (!parts.endpoints) return overrides;
  const endpoints = Object.entries(parts.endpoints).map(([name, endpoint]) => [
    name,
    isRecord(endpoint)
      ? Object.fromEntries(Object.entries(endpoint).filter(([part]) => !ownerParts.includes(part)))
      : endpoint,
  ]);
  return { ...parts, endpoints: Object.fromEntries(endpoints) as Record<string, unknown> };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
