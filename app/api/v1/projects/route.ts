import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { createProject } from "@/lib/projects/change/change-project.server";
import { projectDtoSchema, projectPageSchema } from "@/lib/projects/project-dto";
import { createProjectBodySchema, listProjectsQuerySchema } from "@/lib/projects/project-input";
import { listProjects } from "@/lib/projects/read/list-projects.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listProjectsQuerySchema,
  operation: {
    id: "listProjects",
    tag: "Projects",
    summary: "List the projects that you see, the last changed first",
    answers: { 200: { description: "One page of projects.", schema: projectPageSchema } },
  },
  handle: ({ actor, query }) => listProjects(getDatabase(), actor.userId, query),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: createProjectBodySchema,
  operation: {
    id: "createProject",
    tag: "Projects",
    summary: "Create a project",
    answers: { 201: { description: "The project.", schema: projectDtoSchema } },
  },
  handle: ({ actor, body }) => createProject(getDatabase(), actor.userId, body),
});
