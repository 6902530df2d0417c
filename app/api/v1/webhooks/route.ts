import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { webhookListSchema, webhookWithSecretSchema } from "@/lib/webhooks/webhook-dto";
import { createWebhookBodySchema } from "@/lib/webhooks/webhook-input";
import { createWebhook, listWebhooks } from "@/lib/webhooks/webhooks.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "manage",
  operation: {
    id: "listWebhooks",
    tag: "Webhooks",
    summary: "List your webhooks, without their secrets",
    answers: { 200: { description: "The webhooks.", schema: webhookListSchema } },
  },
  handle: ({ actor }) => listWebhooks(getDatabase(), actor.userId),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  body: createWebhookBodySchema,
  operation: {
    id: "createWebhook",
    tag: "Webhooks",
    summary: "Create a webhook",
    description: "What is sent, how it is signed and when it is repeated: docs/webhooks.md.",
    answers: {
      201: { description: "The webhook with its secret.", schema: webhookWithSecretSchema },
    },
    problems: ["webhook.too-many"],
  },
  handle: ({ actor, body }) => createWebhook(getDatabase(), actor, body),
});
