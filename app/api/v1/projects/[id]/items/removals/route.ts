import { getGenerationServices } from "@/server/generation-services.server";
import { countRequest } from "@/lib/errors/request-limits.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { createProjectTask } from "@/lib/item-tasks/create-item-task.server";
import { itemTaskDtoSchema, maxNamedItems, removeManyBodySchema } from "@/lib/item-tasks/item-task-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: removeManyBodySchema,
  operation: {
    id: "removeManyProjectItems",
    tag: "Projects",
    summary: "Remove any number of items from a project, with undo",
    description: `Removes named items, at most ${maxNamedItems}, of anyone in the project, or those of your items in it that a list has now. They stay in the libraries of their people. Few are removed before this returns; the rest follows. Undo puts them back where they were.`,
    answers: { 201: { description: "The task and how far it is.", schema: itemTaskDtoSchema } },
    problems: ["not-found", "project.role", "rate.throttled"],
  },
  async handle({ actor, params, body: items }) {
    if (items.filter?.q) await countRequest("search", actor.userId);
    const task = { author: actor, projectId: params.id, items, kind: "project-remove" } as const;
    return createProjectTask(await getGenerationServices(), task);
  },
});
