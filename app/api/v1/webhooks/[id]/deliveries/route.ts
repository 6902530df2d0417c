import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { listDeliveries } from "@/lib/webhooks/deliveries.server";
import { deliveryPageSchema } from "@/lib/webhooks/webhook-dto";
import { listDeliveriesQuerySchema } from "@/lib/webhooks/webhook-input";

export const GET = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  query: listDeliveriesQuerySchema,
  operation: {
    id: "listWebhookDeliveries",
    tag: "Webhooks",
    summary: "List what was sent to a webhook, with every attempt",
    answers: { 200: { description: "A page of the log.", schema: deliveryPageSchema } },
  },
  handle: ({ actor, params, query }) =>
    listDeliveries(getDatabase(), { userId: actor.userId, id: params.id }, query),
});
