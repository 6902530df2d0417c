import { z } from "zod";
import { generators } from "../registry";
import { generatorTitles } from "../titles";

/** A generator as GET /api/v1/generators tells it. */
export interface GeneratorSchema {
  id: string;
  title: string;
  /** JSON Schema (2020-12) of `input`; rules that tie fields together are told in the answer to a wrong input. */
  inputSchema: unknown;
}

export function listGeneratorSchemas(): GeneratorSchema[] {
  return generators.map((generator) => ({
    id: generator.id,
    title: generatorTitles[generator.id],
    inputSchema: z.toJSONSchema(generator.inputSchema, { io: "input" }),
  }));
}
