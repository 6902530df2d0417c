import type { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";

/** Checks a definition against its own schema; every generator's definition.ts exports what this returns. */
export function defineGenerator<Schema extends z.ZodType, const Id extends string>(
  definition: GeneratorDefinition<Schema, Id>,
): GeneratorDefinition<Schema, Id> {
  return definition;
}
