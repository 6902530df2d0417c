import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { changedItemsSchema, maxChangedItems } from "@/lib/items/item-input";
import { removeProjectItems } from "@/lib/projects/change/project-items.server";
import { removeProjectItemsBodySchema } from "@/lib/projects/project-input";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: removeProjectItemsBodySchema,
  operation: {
    id: "removeProjectItems",
    tag: "Projects",
    summary: "Take items out of a project",
    description: `At most ${maxChangedItems}. They stay in the libraries of their people. Safe to repeat.`,
    answers: { 200: { description: "How many were taken out.", schema: changedItemsSchema } },
    problems: ["project.role"],
  },
  handle: async ({ actor, params, body }) => ({
    changed: await removeProjectItems(getDatabase(), { userId: actor.userId, ...params, ...body }),
  }),
});
