import { getGenerationServices } from "@/server/generation-services.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute } from "@/lib/http/route.server";
import { createItemTask } from "@/lib/item-tasks/create-item-task.server";
import { changeManyBodySchema, itemTaskDtoSchema, maxNamedItems } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: changeManyBodySchema,
  operation: {
    id: "changeManyItems",
    tag: "Items",
    summary: "Change any number of items, with undo",
    description: `Changes named items, at most ${maxNamedItems}, or all items that a list has now. Few are changed before this returns; the rest follows, whoever is connected. Check \`state\` with GET /api/v1/item-tasks/{id} or the events \`itemTask\` of GET /api/events. What can’t be changed is left and counted. A day long, all of it can be undone.`,
    answers: { 201: { description: "The task and how far it is.", schema: itemTaskDtoSchema } },
    problems: ["not-found", "rate.throttled"],
  },
  async handle({ actor, body: { ids, filter, exceptIds, ...changes } }) {
    if (filter?.q) await countRequest("search", actor.userId);
    const items = { ids, filter, exceptIds };
    const action = { kind: "change", changes } as const;
    return createItemTask(await getGenerationServices(), { author: actor, items, action });
  },
});
