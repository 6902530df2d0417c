import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { listPromptsQuerySchema } from "@/lib/prompts/list-prompts-query";
import { listPrompts } from "@/lib/prompts/list-prompts.server";
import { promptPageSchema } from "@/lib/prompts/prompt-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listPromptsQuerySchema,
  operation: {
    id: "listPrompts",
    tag: "Prompts",
    summary: "List and search the texts of your generations",
    description: "Those of generations that you deleted for good are gone.",
    answers: { 200: { description: "A page of prompts.", schema: promptPageSchema } },
  },
  handle: ({ actor, query }) => listPrompts(getDatabase(), actor.userId, query),
});
