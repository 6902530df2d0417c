import { generatorListSchema, listGeneratorSchemas } from "@/server/describe-generators.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listGenerators",
    tag: "Generators",
    summary: "List generators with the JSON Schema of their input",
    answers: { 200: { description: "The generators.", schema: generatorListSchema } },
  },
  handle: async () => ({ generators: await listGeneratorSchemas() }),
});
