import { getGenerationServices } from "@/server/generation-services.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { undoItemTask } from "@/lib/item-tasks/end-item-task.server";
import { itemTaskDtoSchema } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "undoItemTask",
    tag: "Items",
    summary: "Undo a change of many items",
    description:
      "Gives each item back what it had before. An item of which the same was changed again since is left and counted. A running task is stopped first. Safe to repeat.",
    answers: { 200: { description: "The task.", schema: itemTaskDtoSchema } },
    problems: ["item-task.state"],
  },
  handle: async ({ actor, params }) =>
    undoItemTask(await getGenerationServices(), { userId: actor.userId, ...params }),
});
