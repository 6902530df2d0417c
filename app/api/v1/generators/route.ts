import { generatorListSchema, listGeneratorSchemas } from "@/generators/_kit/list-generator-schemas.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  operation: {
    id: "listGenerators",
    tag: "Generators",
    summary: "List what there is to make, each with the JSON Schema of its input",
    answers: { 200: { description: "Every generator.", schema: generatorListSchema } },
  },
  handle: () => Response.json({ generators: listGeneratorSchemas() }),
});
