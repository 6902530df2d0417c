import { getGenerationServices } from "@/server/generation-services.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { createProjectTask } from "@/lib/item-tasks/create-item-task.server";
import { addManyBodySchema, itemTaskDtoSchema, maxNamedItems } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: addManyBodySchema,
  operation: {
    id: "addManyProjectItems",
    tag: "Projects",
    summary: "Add any number of your items to a project, with undo",
    description: `Adds named items, at most ${maxNamedItems}, or all items that a list has now, at the end of the project and in their order; those that are in it stay where they are. Few are added before this returns; the rest follows, whoever is connected. Check \`state\` with GET /api/v1/item-tasks/{id}. If the project is deleted meanwhile, the task fails and counts the rest as \`projectGone\`.`,
    answers: { 201: { description: "The task and how far it is.", schema: itemTaskDtoSchema } },
    problems: ["not-found", "project.role", "rate.throttled"],
  },
  async handle({ actor, params, body: { sort, ...items } }) {
    if (items.filter?.q) await countRequest("search", actor.userId);
    const task = { author: actor, projectId: params.id, items, kind: "project-add", sort } as const;
    return createProjectTask(await getGenerationServices(), task);
  },
});
