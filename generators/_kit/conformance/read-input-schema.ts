import { z } from "zod";
import type { JsonSchema } from "./json-schema";
import type { ConformanceSubject } from "./subject";

/** The JSON Schema of an input as GET /api/v1/generators returns it. Throws if zod cannot express it. */
export function readInputSchema({
  inputSchema,
}: Pick<ConformanceSubject["definition"], "inputSchema">): JsonSchema {
  return z.toJSONSchema(inputSchema, { io: "input" }) as JsonSchema;
}
