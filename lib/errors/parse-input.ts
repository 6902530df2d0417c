import type { z } from "zod";
import { toFieldProblems } from "./field-problems";
import { StudioError } from "./studio-error";

/** Parses input; throws `input.invalid` with the invalid fields. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new StudioError("input.invalid", { fields: toFieldProblems(result.error, value) });
}
