import type { ServiceProfile } from "./profile-schema.ts";

/** A profile with overrides in place of its values. Not checked: `overrideProfile` parses the result. */
export function mergeProfile(
  profile: ServiceProfile,
  overrides: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...mergeObjects({ ...profile }, overrides), id: profile.id };
}

function mergeObjects(
  base: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(part)) {
    if (value === undefined) continue;
    const before = merged.get(name);
    merged.set(name, isPlainObject(before) && isPlainObject(value) ? mergeObjects(before, value) : value);
  }
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
