import type { z } from "zod";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";

/** Type-checks a definition against its schema. */
export function defineGenerator<Schema extends z.ZodType, const Id extends string>(
  definition: GeneratorDefinition<Schema, Id>,
): GeneratorDefinition<Schema, Id> {
  return definition;
}
