import { getGenerationServices } from "@/server/generation-services.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { cancelItemTask } from "@/lib/item-tasks/end-item-task.server";
import { itemTaskDtoSchema } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  params: idParamsSchema,
  operation: {
    id: "cancelItemTask",
    tag: "Items",
    summary: "Cancel a change of many items",
    description: "What it did stays, and can be undone. Safe to repeat.",
    answers: { 200: { description: "The task.", schema: itemTaskDtoSchema } },
    problems: ["item-task.state"],
  },
  handle: async ({ actor, params }) =>
    cancelItemTask(await getGenerationServices(), { userId: actor.userId, ...params }),
});
