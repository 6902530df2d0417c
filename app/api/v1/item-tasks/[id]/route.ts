import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { itemTaskDtoSchema } from "@/lib/item-tasks/item-task-dto";
import { getItemTask } from "@/lib/item-tasks/read-item-tasks.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getItemTask",
    tag: "Items",
    summary: "Get a change of many items",
    answers: { 200: { description: "The task and how far it is.", schema: itemTaskDtoSchema } },
  },
  handle: ({ actor, params }) => getItemTask(getDatabase(), { userId: actor.userId, ...params }),
});
