import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { lookAtEnds } from "@/lib/notices/digest.server";
import { lookBodySchema } from "@/lib/notices/digest-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  body: lookBodySchema,
  operation: {
    id: "lookAtEnds",
    tag: "Notifications",
    summary: "Say that you look at the studio",
    description:
      "What ended before is not unseen any more: no tab counts it in its title, and no notification tells it later.",
    answers: { 204: { description: "Noted." } },
  },
  handle: ({ actor, body }) => lookAtEnds(getDatabase(), actor.userId, body),
});
