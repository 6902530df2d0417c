import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getPrompt } from "@/lib/prompts/list-prompts.server";
import { promptSchema } from "@/lib/prompts/prompt-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getPrompt",
    tag: "Prompts",
    summary: "Get a prompt with its whole text",
    answers: { 200: { description: "The prompt.", schema: promptSchema } },
  },
  handle: ({ actor, params }) => getPrompt(getDatabase(), { userId: actor.userId, ...params }),
});
