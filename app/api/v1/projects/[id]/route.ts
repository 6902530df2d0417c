import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { changeProject, deleteProject } from "@/lib/projects/change/change-project.server";
import { projectDtoSchema } from "@/lib/projects/project-dto";
import { changeProjectBodySchema } from "@/lib/projects/project-input";
import { getProject } from "@/lib/projects/read/list-projects.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getProject",
    tag: "Projects",
    summary: "Get a project",
    answers: { 200: { description: "The project.", schema: projectDtoSchema } },
  },
  handle: ({ actor, params }) => getProject(getDatabase(), { userId: actor.userId, ...params }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: changeProjectBodySchema,
  operation: {
    id: "changeProject",
    tag: "Projects",
    summary: "Change the title, notes, colour or cover of your project",
    description: "Fields that are left out stay as they are.",
    answers: { 200: { description: "The project.", schema: projectDtoSchema } },
    problems: ["project.role", "project.changed", "project.item-gone"],
  },
  handle: ({ actor, params, body }) =>
    changeProject(getDatabase(), { userId: actor.userId, ...params }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "deleteProject",
    tag: "Projects",
    summary: "Delete your project",
    description: "Its items stay in the libraries of their people.",
    answers: { 204: { description: "Deleted." } },
    problems: ["project.role"],
  },
  handle: ({ actor, params }) => deleteProject(getDatabase(), { author: actor, ...params }),
});
