import { z } from "zod";
import { generators } from "../registry";
import { generatorTitles } from "../titles";

/** The answer of GET /api/v1/generators. */
export const generatorListSchema = z.object({
  generators: z.array(
    z.object({
      id: z.string().describe("Value of `generator` in requests."),
      title: z.string().describe("English name."),
      inputSchema: z
        .record(z.string(), z.unknown())
        .describe(
          "JSON Schema (2020-12) of `input`. Rules between fields are in the descriptions. Input that breaks one is rejected with the names of the fields.",
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
