import { z } from "zod";
import { createGenerationBodySchema } from "@/lib/generations/ask/create-generation-body.server";
import type { BodyDescription } from "@/lib/http/openapi/route-operation";
import { generators } from "../registry";
import { generatorTitles } from "../titles";

/**
 * The body of POST /api/v1/generations as the route parses it, told apart by generator: named `CreateImage` and its
 * input `ImageInput` for the generator `image`.
 */
const bodySchemas = generators.map((generator) => {
  const name = toPascalCase(generator.id);
  return createGenerationBodySchema
    .extend({
      generator: z.literal(generator.id),
      input: generator.inputSchema.meta({ id: `${name}Input` }),
    })
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
    generators.flatMap((generator) =>
      generator.examples.map(({ key, input }) => [
        `${generator.id}-${key}`,
        { summary: `${generatorTitles[generator.id]}: ${key}`, value: { generator: generator.id, input } },
      ]),
    ),
  ),
};

function toPascalCase(id: string): string {
  return id.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
