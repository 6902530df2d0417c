import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { itemTaskListSchema, listItemTasksQuerySchema } from "@/lib/item-tasks/item-task-dto";
import { listItemTasks } from "@/lib/item-tasks/read-item-tasks.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listItemTasksQuerySchema,
  operation: {
    id: "listItemTasks",
    tag: "Items",
    summary: "List your changes of many items",
    description: "The latest 50, newest first. A task is kept for a day after its end.",
    answers: { 200: { description: "The tasks.", schema: itemTaskListSchema } },
  },
  async handle({ actor, query }) {
    const active = query.active === "true";
    return { tasks: await listItemTasks(getDatabase(), actor.userId, { active }) };
  },
});
