import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { snippetSchema, snippetsSchema } from "@/lib/snippets/snippet-dto";
import { createSnippetBodySchema } from "@/lib/snippets/snippet-input";
import { createSnippet, listSnippets } from "@/lib/snippets/snippets.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listSnippets",
    tag: "Snippets",
    summary: "List your snippets",
    answers: { 200: { description: "The snippets.", schema: snippetsSchema } },
  },
  handle: ({ actor }) => listSnippets(getDatabase(), actor.userId),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: createSnippetBodySchema,
  operation: {
    id: "createSnippet",
    tag: "Snippets",
    summary: "Save a text under a name",
    answers: { 201: { description: "The snippet.", schema: snippetSchema } },
    problems: ["snippet.too-many"],
  },
  handle: ({ actor, body }) => createSnippet(getDatabase(), actor.userId, body),
});
