import { getGenerationServices } from "@/server/generation-services.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute } from "@/lib/http/route.server";
import { createItemTask } from "@/lib/item-tasks/create-item-task.server";
import { deleteManyBodySchema, itemTaskDtoSchema, maxNamedItems } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  body: deleteManyBodySchema,
  operation: {
    id: "deleteManyItems",
    tag: "Items",
    summary: "Delete any number of items for good",
    description: `Deletes named items, at most ${maxNamedItems}, or all items that a list has now, which must be in the trash: send the filter \`trash\`. Few are deleted before this returns; the rest follows. Check \`state\` with GET /api/v1/item-tasks/{id}. What other generations use as input is left and counted. This can’t be undone, but cancelled.`,
    answers: { 201: { description: "The task and how far it is.", schema: itemTaskDtoSchema } },
    problems: ["not-found", "item.not-in-trash", "rate.throttled"],
  },
  async handle({ actor, body: { includeUsed = false, skipTrash = false, ...items } }) {
    if (items.filter?.q) await countRequest("search", actor.userId);
    const action = { kind: "delete", includeUsed, skipTrash } as const;
    return createItemTask(await getGenerationServices(), { author: actor, items, action });
  },
});
