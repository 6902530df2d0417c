import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { putMember } from "@/lib/projects/change/project-members.server";
import { projectMembersSchema } from "@/lib/projects/project-dto";
import { putMemberBodySchema } from "@/lib/projects/project-input";
import { listMembers } from "@/lib/projects/read/list-members.server";

const answers = {
  200: { description: "Its owner, then its members as they were added.", schema: projectMembersSchema },
};

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: { id: "listProjectMembers", tag: "Projects", summary: "List the people of a project", answers },
  handle: ({ actor, params }) => listMembers(getDatabase(), { userId: actor.userId, ...params }),
});

export const PUT = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "itemChanges",
  params: idParamsSchema,
  body: putMemberBodySchema,
  operation: {
    id: "putProjectMember",
    tag: "Projects",
    summary: "Let somebody of this studio see your project, or work in it",
    description: "Members see and download its items. What they add stays theirs. Safe to repeat.",
    answers,
    problems: ["project.role"],
  },
  handle: ({ actor, params, body }) => putMember(getDatabase(), { author: actor, ...params, ...body }),
});
