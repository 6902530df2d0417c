import type { z } from "zod";

/** Reads a JSON text by a schema; null if it is not valid JSON or does not match. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return schema.safeParse(value).data ?? null;
}
