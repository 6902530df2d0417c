import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { webhookDtoSchema } from "@/lib/webhooks/webhook-dto";
import { changeWebhookBodySchema } from "@/lib/webhooks/webhook-input";
import { changeWebhook, deleteWebhook, getWebhook } from "@/lib/webhooks/webhooks.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "getWebhook",
    tag: "Webhooks",
    summary: "Get a webhook, without its secret",
    answers: { 200: { description: "The webhook.", schema: webhookDtoSchema } },
  },
  handle: ({ actor, params }) => getWebhook(getDatabase(), { userId: actor.userId, id: params.id }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  params: idParamsSchema,
  body: changeWebhookBodySchema,
  operation: {
    id: "changeWebhook",
    tag: "Webhooks",
    summary: "Change, enable or disable a webhook",
    description: "What you leave out stays.",
    answers: { 200: { description: "The webhook.", schema: webhookDtoSchema } },
    problems: ["webhook.no-secret"],
  },
  handle: ({ actor, params, body }) => changeWebhook(getDatabase(), { actor, id: params.id }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "deleteWebhook",
    tag: "Webhooks",
    summary: "Delete a webhook with its log",
    answers: { 204: { description: "The webhook is deleted." } },
  },
  handle: ({ actor, params }) => deleteWebhook(getDatabase(), { actor, id: params.id }),
});
