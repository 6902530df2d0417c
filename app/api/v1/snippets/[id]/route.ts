import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { snippetSchema } from "@/lib/snippets/snippet-dto";
import { changeSnippetBodySchema } from "@/lib/snippets/snippet-input";
import { changeSnippet, deleteSnippet } from "@/lib/snippets/snippets.server";

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: changeSnippetBodySchema,
  operation: {
    id: "changeSnippet",
    tag: "Snippets",
    summary: "Rename a snippet, or change its text or fields",
    description: "What is left out stays as it is.",
    answers: { 200: { description: "The snippet.", schema: snippetSchema } },
  },
  handle: ({ actor, params, body }) =>
    changeSnippet(getDatabase(), { userId: actor.userId, ...params }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "deleteSnippet",
    tag: "Snippets",
    summary: "Delete a snippet",
    answers: { 204: { description: "Deleted." } },
  },
  handle: ({ actor, params }) => deleteSnippet(getDatabase(), { userId: actor.userId, ...params }),
});
