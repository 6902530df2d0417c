import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { moveProjectItems } from "@/lib/projects/change/project-items.server";
import { moveProjectItemsBodySchema } from "@/lib/projects/project-input";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: moveProjectItemsBodySchema,
  operation: {
    id: "moveProjectItems",
    tag: "Projects",
    summary: "Put items of a project in another place",
    description: "Directly before or after another of its items, or at the end.",
    answers: { 204: { description: "Moved." } },
    problems: ["project.role", "project.item-gone"],
  },
  handle: ({ actor, params, body }) =>
    moveProjectItems(getDatabase(), { userId: actor.userId, ...params, ...body }),
});
