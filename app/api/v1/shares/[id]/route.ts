import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { revokeShare } from "@/lib/shares/shares.server";

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "revokeShare",
    tag: "Shares",
    summary: "Revoke one of your links",
    description: "It ends at once, also for pages that are open. Safe to repeat.",
    answers: { 204: { description: "The link is revoked." } },
  },
  handle: ({ actor, params }) => revokeShare(getDatabase(), actor, params.id),
});
