import { z } from "zod";
import { serviceProfileSchema, type ServiceProfile } from "./profile-schema.ts";

/** Any part of a profile, as deep as wanted. `null` is a value (the service does not have it); absent means "as shipped". */
export type ProfileOverrides = DeepPartial<Omit<ServiceProfile, "id">>;

type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: DeepPartial<Value[Key]> }
    : Value;

/**
 * The profile with the overrides laid over it. Overrides come from people and databases: the result is parsed, so that
 * an unknown field or a wrong type throws a ZodError instead of reaching a request.
 */
export function overrideProfile(profile: ServiceProfile, overrides: unknown): ServiceProfile {
  const parts = z.record(z.string(), z.unknown()).parse(overrides ?? {});
  return serviceProfileSchema.parse(mergeDeep(profile, { ...parts, id: profile.id }));
}

function mergeDeep(base: unknown, part: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(part)) return part;
  const merged = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(part)) {
    if (value !== undefined) merged.set(name, merged.has(name) ? mergeDeep(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
