import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { webhookWithSecretSchema } from "@/lib/webhooks/webhook-dto";
import { rotateWebhookSecret } from "@/lib/webhooks/webhooks.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  params: idParamsSchema,
  operation: {
    id: "rotateWebhookSecret",
    tag: "Webhooks",
    summary: "Give a webhook a new secret",
    description:
      "The previous secret signs as well for 24 hours, so that receivers can change without losing a message.",
    answers: { 200: { description: "The webhook with its new secret.", schema: webhookWithSecretSchema } },
  },
  handle: ({ actor, params }) => rotateWebhookSecret(getDatabase(), { actor, id: params.id }),
});
