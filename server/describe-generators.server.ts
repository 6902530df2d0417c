import { z } from "zod";
import { generators } from "@/generators/registry";
import { createGenerationBodySchema } from "@/lib/generations/ask/create-generation-body.server";
import type { BodyDescription } from "@/lib/http/openapi/route-operation";
import { loadGeneratorMessages } from "./generator-messages.server";

/** The response of GET /api/v1/generators. */
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
type GeneratorList = z.output<typeof generatorListSchema>;

/** Every generator with the JSON Schema of its input, derived from the schema that parses it. */
export async function listGeneratorSchemas(): Promise<GeneratorList["generators"]> {
  return Promise.all(
    generators.map(async ({ id, inputSchema }) => ({
      id,
      title: String((await loadGeneratorMessages(id, "en")).title),
      inputSchema: { ...z.toJSONSchema(inputSchema, { io: "input" }) },
    })),
  );
}

/**
 * The body of POST /api/v1/generations as the route parses it, with a schema for each generator, for example
 * `CreateImage` with `ImageInput`.
 */
const bodySchemas = generators.map(({ id, inputSchema }) => {
  const name = capitalise(id.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase()));
  return createGenerationBodySchema
    .extend({ generator: z.literal(id), input: inputSchema.meta({ id: `${name}Input` }) })
    .meta({ id: `Create${name}` });
});

type BodySchema = (typeof bodySchemas)[number];

/** The same body for the API description, with every generator's examples. */
export const createGenerationBodyDescription: BodyDescription = {
  required: true,
  content: {
    "application/json": z.discriminatedUnion("generator", bodySchemas as [BodySchema, ...BodySchema[]]),
  },
  examples: Object.fromEntries(
    generators.flatMap(({ id, examples }) =>
      examples.map(({ key, input }) => [
        `${id}-${key}`,
        { summary: `${capitalise(id.replaceAll("-", " "))}: ${key}`, value: { generator: id, input } },
      ]),
    ),
  ),
};

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
