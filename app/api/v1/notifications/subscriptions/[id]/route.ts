import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { removePushSubscription } from "@/lib/notices/push-subscriptions.server";

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "removePushSubscription",
    tag: "Notifications",
    summary: "Tell a browser nothing more",
    answers: { 204: { description: "Removed." } },
  },
  handle: ({ actor, params }) => removePushSubscription(getDatabase(), { userId: actor.userId, ...params }),
});
