import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { changedItemsSchema, maxChangedItems } from "@/lib/items/item-input";
import { addProjectItems } from "@/lib/projects/change/project-items.server";
import { projectItemPageSchema } from "@/lib/projects/project-dto";
import { addProjectItemsBodySchema, listProjectItemsQuerySchema } from "@/lib/projects/project-input";
import { listProjectItems } from "@/lib/projects/read/list-project-items.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  query: listProjectItemsQuerySchema,
  operation: {
    id: "listProjectItems",
    tag: "Projects",
    summary: "List the items of a project, of everyone in it",
    description: "Items in the trash are left out.",
    answers: { 200: { description: "One page of items.", schema: projectItemPageSchema } },
  },
  handle: ({ actor, params, query }) =>
    listProjectItems(getDatabase(), { userId: actor.userId, ...params }, query),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: addProjectItemsBodySchema,
  operation: {
    id: "addProjectItems",
    tag: "Projects",
    summary: "Add your items to a project",
    description: `Adds all of them or, after an error, none; at most ${maxChangedItems}. Everyone in the project can then see and download them. Safe to repeat: what is in it stays where it is.`,
    answers: { 200: { description: "How many were added.", schema: changedItemsSchema } },
    problems: ["project.role", "project.item-gone"],
  },
  handle: async ({ actor, params, body }) => ({
    changed: await addProjectItems(getDatabase(), { userId: actor.userId, ...params, ...body }),
  }),
});
