import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { testWebhook } from "@/lib/webhooks/deliveries.server";
import { deliveryDtoSchema } from "@/lib/webhooks/webhook-dto";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "webhookTests",
  mayWait: true,
  params: idParamsSchema,
  operation: {
    id: "testWebhook",
    tag: "Webhooks",
    summary: "Send a test and wait for the answer",
    description: "Sent once, also to a disabled webhook. Waits up to 10 seconds.",
    answers: { 200: { description: "How it ended.", schema: deliveryDtoSchema } },
  },
  handle: ({ actor, params }) =>
    testWebhook({ database: getDatabase(), clock: studioClock }, { actor, id: params.id }),
});
