import { z } from "zod";
import { generators } from "../registry";
import { generatorTitles } from "../titles";

/** The answer of GET /api/v1/generators. */
export const generatorListSchema = z.object({
  generators: z.array(
    z.object({
      id: z.string().describe("What `generator` is in a request."),
      title: z.string().describe("Its name in English."),
      inputSchema: z
        .record(z.string(), z.unknown())
        .describe(
          "JSON Schema (2020-12) of `input`. Rules that tie fields together stand in its descriptions; an input that breaks one is refused with the fields named.",
        ),
    }),
  ),
});
export type GeneratorList = z.output<typeof generatorListSchema>;

/** Every generator with the JSON Schema of what it takes, made from the schema that parses it. */
export function listGeneratorSchemas(): GeneratorList["generators"] {
  return generators.map((generator) => ({
    id: generator.id,
    title: generatorTitles[generator.id],
    inputSchema: { ...z.toJSONSchema(generator.inputSchema, { io: "input" }) },
  }));
}
