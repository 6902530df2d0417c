import { z } from "zod";
import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { redeliver } from "@/lib/webhooks/deliveries.server";
import { deliveryDtoSchema } from "@/lib/webhooks/webhook-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "redeliveries",
  params: z.object({ id: z.uuid(), deliveryId: z.uuid() }),
  operation: {
    id: "redeliverWebhook",
    tag: "Webhooks",
    summary: "Send a delivery again",
    description:
      "With the same `webhook-id` and the current state of the generation, and repeated like a new one.",
    answers: { 202: { description: "It is sent next.", schema: deliveryDtoSchema } },
    problems: ["webhook.disabled", "webhook.test"],
  },
  handle: ({ actor, params }) =>
    redeliver({ database: getDatabase(), clock: studioClock }, { userId: actor.userId, ...params }),
});
