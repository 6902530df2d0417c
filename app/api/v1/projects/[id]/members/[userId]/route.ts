import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { removeMember } from "@/lib/projects/change/project-members.server";

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema.extend({ userId: z.uuid() }),
  operation: {
    id: "removeProjectMember",
    tag: "Projects",
    summary: "Remove a member of your project, or leave one",
    description: "Their items leave the project with them. Safe to repeat.",
    answers: { 204: { description: "Removed." } },
    problems: ["project.role"],
  },
  handle: ({ actor, params }) =>
    removeMember(getDatabase(), { author: actor, id: params.id, memberId: params.userId }),
});
