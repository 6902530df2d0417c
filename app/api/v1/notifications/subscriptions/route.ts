import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { pushStatusSchema, pushSubscriptionBodySchema, pushSubscriptionSchema } from "@/lib/notices/push-dto";
import { addPushSubscription, getPushStatus } from "@/lib/notices/push-subscriptions.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "listPushSubscriptions",
    tag: "Notifications",
    summary: "List the browsers that are told by Web Push",
    answers: {
      200: { description: "The browsers, and whether Web Push is possible.", schema: pushStatusSchema },
    },
  },
  handle: ({ actor }) => getPushStatus(getDatabase(), actor),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: pushSubscriptionBodySchema,
  operation: {
    id: "addPushSubscription",
    tag: "Notifications",
    summary: "Have a browser told by Web Push",
    description:
      "As `PushSubscription.toJSON` writes it. One that is known already is renewed. It ends with the session that added it; one that a token added stays until it is removed, or its push service says that it is gone.",
    answers: { 201: { description: "The browser.", schema: pushSubscriptionSchema } },
    problems: ["push.unavailable", "push.too-many"],
  },
  handle: ({ actor, body }) => addPushSubscription(getDatabase(), actor, body),
});
