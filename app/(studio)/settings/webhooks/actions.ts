"use server";

import { z } from "zod";
import { getFreshSessionActor, getSessionActor } from "@/lib/auth/session-actor.server";
import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { parseInput } from "@/lib/errors/parse-input";
import { countRequest } from "@/lib/errors/request-limits.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";
import { redeliver, testWebhook } from "@/lib/webhooks/deliveries.server";
import type { DeliveryDto } from "@/lib/webhooks/webhook-dto";
import {
  changeWebhookBodySchema,
  createWebhookBodySchema,
  type NewWebhook,
  type WebhookChanges,
} from "@/lib/webhooks/webhook-input";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} from "@/lib/webhooks/webhooks.server";

const getServices = () => ({ database: getDatabase(), clock: studioClock });

/** Creates a webhook, whose secret is returned only here. */
export async function createWebhookAction(input: NewWebhook): Promise<ActionResult<{ secret: string }>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    const { secret } = await createWebhook(getDatabase(), actor, parseInput(createWebhookBodySchema, input));
    return { secret };
  });
}

export async function changeWebhookAction(
  webhookId: string,
  changes: WebhookChanges,
): Promise<ActionResult<{ secret: null }>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    const id = parseId(webhookId);
    await changeWebhook(getDatabase(), { actor, id }, parseInput(changeWebhookBodySchema, changes));
    return { secret: null };
  });
}

/** Gives a webhook a new secret, returned only here. */
export async function rotateWebhookSecretAction(
  webhookId: string,
): Promise<ActionResult<{ secret: string }>> {
  return runAction(async () => {
    const actor = await getFreshSessionActor();
    const { secret } = await rotateWebhookSecret(getDatabase(), { actor, id: parseId(webhookId) });
    return { secret };
  });
}

export async function deleteWebhookAction(webhookId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await deleteWebhook(getDatabase(), { actor, id: parseId(webhookId) });
    return null;
  });
}

/** Sends a test and waits for the answer. */
export async function testWebhookAction(webhookId: string): Promise<ActionResult<DeliveryDto>> {
  return runAction(async () => {
    const actor = await getSessionActor();
    await countRequest("webhookTests", actor.userId);
    return testWebhook(getServices(), { actor, id: parseId(webhookId) });
  });
}

export async function redeliverAction(webhookId: string, deliveryId: string): Promise<ActionResult<null>> {
  return runAction(async () => {
    const { userId } = await getSessionActor();
    await countRequest("redeliveries", userId);
    await redeliver(getServices(), { userId, id: parseId(webhookId), deliveryId: parseId(deliveryId) });
    return null;
  });
}

function parseId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new StudioError("not-found");
  return id.data;
}
