import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { findCurrentProject, setCurrentProject } from "@/lib/projects/current-project.server";
import { currentProjectSchema } from "@/lib/projects/project-dto";
import { setCurrentProjectBodySchema } from "@/lib/projects/project-input";

const answers = { 200: { description: "The project.", schema: currentProjectSchema } };

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getCurrentProject",
    tag: "Projects",
    summary: "Get the project that your new results go to",
    description:
      "What you generate in the browser goes there. Requests name theirs as `projectId` of POST /api/v1/generations.",
    answers,
  },
  handle: async ({ actor }) => ({ project: await findCurrentProject(actor.userId) }),
});

export const PUT = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: setCurrentProjectBodySchema,
  operation: {
    id: "setCurrentProject",
    tag: "Projects",
    summary: "Choose the project that your new results go to",
    answers,
    problems: ["not-found", "project.role"],
  },
  async handle({ actor, body }) {
    await setCurrentProject(actor.userId, body.projectId, getDatabase());
    return { project: await findCurrentProject(actor.userId) };
  },
});
