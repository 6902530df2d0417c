import { recordAudit } from "@/lib/audit/record-audit.server";
import type { Database, Prisma } from "@/lib/db/database.server";
import type { Clock } from "@/lib/clock";
import { type PostOutcome, postWebhook } from "./post-webhook.server";
import type { StopReason } from "./webhook-dto";
import { failingAfterMs, retryDelaysMs } from "./webhook-limits";
import { openWebhookSecret } from "./webhook-secret.server";
import { endPending } from "./webhooks.server";
import { writeHeaders, writeMessage } from "./write-message.server";

export interface ServeServices {
  database: Database;
  clock: Clock;
  workerId: string;
  /** Gives up the requests that are open, without a verdict. */
  signal: AbortSignal;
}

/** How many messages one turn of a webhook has, so that others get theirs. */
const messagesPerTurn = 20;

/** How much a pause between tries varies, so that what failed together is not tried again together. */
const jitter = 0.2;

const target = {
  id: true,
  userId: true,
  url: true,
  secret: true,
  previousSecret: true,
  previousUntil: true,
  user: { select: { role: true } },
} as const;
export type WebhookTarget = Prisma.WebhookGetPayload<{ select: typeof target }>;
export const webhookTarget = target;
type Delivery = Prisma.WebhookDeliveryGetPayload<object>;

/**
 * Sends what is due to a webhook that this worker holds, one message after the other in the order of the events. The turn
 * ends at the first failure.
 */
export async function serveWebhook(
  services: ServeServices,
  webhookId: string,
  isStopping: () => boolean,
): Promise<void> {
  const { database, clock } = services;
  for (let count = 0; count < messagesPerTurn && !isStopping(); count += 1) {
    const delivery = await database.webhookDelivery.findFirst({
      where: { webhookId, state: "pending", nextAttemptAt: { lte: new Date(clock.now()) } },
      orderBy: [{ nextAttemptAt: "asc" }, { sequence: "asc" }],
    });
    const webhook =
      delivery &&
      (await database.webhook.findFirst({
        where: { id: webhookId, enabled: true, workerId: services.workerId },
        select: target,
      }));
    if (!webhook) return;
    if (!(await deliver(services, webhook, delivery))) return;
  }
}

/** @returns whether the message was accepted, or there was nothing to send */
async function deliver(
  services: ServeServices,
  webhook: WebhookTarget,
  delivery: Delivery,
): Promise<boolean> {
  const body = await writeMessage(services, webhook.userId, delivery);
  if (body === null) {
    await services.database.webhookDelivery.updateMany({
      where: { id: delivery.id },
      data: { state: "failed", nextAttemptAt: null },
    });
    return true;
  }
  const at = new Date(services.clock.now());
  const outcome = await sendMessage(webhook, { id: delivery.id, body, now: at.getTime() }, services.signal);
  await recordAttempt(services, { delivery, at, outcome });
  return outcome.fault === null;
}

/** Signs and sends a message once. */
export async function sendMessage(
  webhook: WebhookTarget,
  message: { id: string; body: string; now: number },
  signal?: AbortSignal,
): Promise<PostOutcome> {
  const { id, url, user, secret, previousSecret, previousUntil } = webhook;
  const previous = previousUntil && previousUntil.getTime() > message.now ? previousSecret : null;
  const secrets = [secret, ...(previous === null ? [] : [previous])].map((sealed) =>
    sealed === null ? null : openWebhookSecret(sealed, id),
  );
  const readable = secrets.filter((each) => each !== null);
  // A message without the current signature could be anyone's.
  if (secrets[0] === null) return { status: null, fault: "secret", durationMs: 0 };
  const headers = writeHeaders(readable, message);
  return postWebhook({ url, trusted: user.role === "owner", headers, body: message.body, signal });
}

async function recordAttempt(
  { database, clock }: ServeServices,
  { delivery, at, outcome }: { delivery: Delivery; at: Date; outcome: PostOutcome },
): Promise<void> {
  const { id, webhookId } = delivery;
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "Webhook" WHERE "id" = ${webhookId}::uuid FOR UPDATE`;
    const webhook = await transaction.webhook.findUnique({ where: { id: webhookId } });
    const current = await transaction.webhookDelivery.findUnique({ where: { id } });
    // Deleted meanwhile, with its log.
    if (!webhook || !current) return;
    await transaction.webhookAttempt.create({ data: { deliveryId: id, at, ...outcome } });
    if (outcome.fault === null) {
      await transaction.webhookDelivery.update({
        where: { id },
        data: { state: "delivered", nextAttemptAt: null },
      });
      await transaction.webhook.update({ where: { id: webhookId }, data: { failingSince: null } });
      return;
    }
    const failingSince = webhook.failingSince ?? at;
    await transaction.webhook.update({ where: { id: webhookId }, data: { failingSince } });
    await transaction.webhookDelivery.update({
      where: { id },
      data: planRetry(current, webhook.enabled, clock.now()),
    });
    const reason = whyStop(outcome, at.getTime() - failingSince.getTime());
    if (reason !== null && webhook.enabled) await stop(transaction, webhook, reason);
  });
}

function planRetry(
  { state, tries }: Pick<Delivery, "state" | "tries">,
  isEnabled: boolean,
  now: number,
): Prisma.WebhookDeliveryUpdateInput {
  const delayMs = retryDelaysMs[tries];
  // Somebody disabled the webhook while the request was open.
  if (state !== "pending" || !isEnabled || delayMs === undefined) {
    return { tries: tries + 1, state: "failed", nextAttemptAt: null };
  }
  const nextAttemptAt = new Date(now + delayMs * (1 + jitter * Math.random()));
  return { tries: tries + 1, nextAttemptAt };
}

function whyStop({ fault }: PostOutcome, failingMs: number): StopReason | null {
  if (fault === "gone") return "gone";
  return failingMs >= failingAfterMs ? "failing" : null;
}

/** Disables a webhook that nobody listens to any more. */
async function stop(
  transaction: Prisma.TransactionClient,
  { id, userId, name }: Prisma.WebhookGetPayload<object>,
  reason: StopReason,
): Promise<void> {
  await transaction.webhook.update({ where: { id }, data: { enabled: false, stoppedBy: reason } });
  await endPending(transaction, id);
  await recordAudit(transaction, {
    kind: "webhook-stopped",
    author: null,
    subject: name,
    facts: { reason, userId },
  });
}
