import { z } from "zod";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { projectItemDtoSchema } from "@/lib/projects/project-dto";
import { getProjectItem } from "@/lib/projects/read/list-project-items.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema.extend({ itemId: z.uuid() }),
  operation: {
    id: "getProjectItem",
    tag: "Projects",
    summary: "Get an item of a project, of anyone in it",
    description: "How another person made it stays theirs: its prompt and parameters are left out.",
    answers: { 200: { description: "The item.", schema: projectItemDtoSchema } },
    problems: ["not-found"],
  },
  handle: ({ actor, params: { id, itemId } }) =>
    getProjectItem(getDatabase(), { userId: actor.userId, id, itemId }),
});
