import { randomUUIDv7 } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { sendMessage, webhookTarget } from "./serve-webhook.server";
import { wakeWebhooks } from "./wake-webhooks.server";
import { type DeliveryDto, deliveryDtoSchema, type DeliveryPage, testEvent } from "./webhook-dto";
import type { ListDeliveriesQuery } from "./webhook-input";
import { keptDays, keptDeliveries } from "./webhook-limits";
import { writeBody } from "./write-message.server";

const dayMs = 86_400_000;

const withAttempts = { attempts: { orderBy: { id: "asc" } } } as const;
type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: typeof withAttempts }>;

function toDto({ id, event, generationId, batchId, at, state, nextAttemptAt, attempts }: DeliveryRow) {
  return deliveryDtoSchema.parse({
    id,
    type: event,
    generationId,
    batchId,
    at: at.toISOString(),
    state,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: attempts.map((each) => ({
      at: each.at.toISOString(),
      durationMs: each.durationMs,
      status: each.status,
      fault: each.fault,
    })),
  });
}

interface OwnWebhook {
  userId: string;
  id: string;
}

/**
 * The log of a webhook.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function listDeliveries(
  database: Queryable,
  { userId, id }: OwnWebhook,
  { cursor, limit }: ListDeliveriesQuery,
): Promise<DeliveryPage> {
  if ((await database.webhook.count({ where: { id, userId } })) === 0) throw new StudioError("not-found");
  const rows = await database.webhookDelivery.findMany({
    where: { webhookId: id, ...(cursor === undefined ? {} : { sequence: { lt: BigInt(cursor) } }) },
    orderBy: { sequence: "desc" },
    include: withAttempts,
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    deliveries: page.map(toDto),
    nextCursor: rows.length > limit ? String(page.at(-1)!.sequence) : null,
  };
}

/**
 * Has a delivery sent again at once, with all its retries.
 *
 * @throws StudioError not-found; webhook.disabled; webhook.test for that of a test
 */
export async function redeliver(
  { database, clock }: { database: Database; clock: Clock },
  { userId, id, deliveryId }: OwnWebhook & { deliveryId: string },
): Promise<DeliveryDto> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "Webhook" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const delivery = await transaction.webhookDelivery.findFirst({
      where: { id: deliveryId, webhook: { id, userId } },
      include: { webhook: { select: { enabled: true } } },
    });
    if (!delivery) throw new StudioError("not-found");
    if (delivery.event === testEvent) throw new StudioError("webhook.test");
    if (!delivery.webhook.enabled) throw new StudioError("webhook.disabled");
    const row = await transaction.webhookDelivery.update({
      where: { id: deliveryId },
      data: { state: "pending", tries: 0, nextAttemptAt: new Date(clock.now()) },
      include: withAttempts,
    });
    await wakeWebhooks(transaction);
    return toDto(row);
  });
}

/**
 * Sends a test at once, also to a disabled webhook, and notes how it ended. Whatever comes of it, it is not repeated and
 * changes nothing of the webhook.
 *
 * @throws StudioError not-found
 */
export async function testWebhook(
  { database, clock }: { database: Database; clock: Clock },
  { actor, id }: { actor: Actor; id: string },
): Promise<DeliveryDto> {
  const webhook = await database.webhook.findFirst({
    where: { id, userId: actor.userId },
    select: { ...webhookTarget, name: true },
  });
  if (!webhook) throw new StudioError("not-found");
  const at = new Date(clock.now());
  const deliveryId = randomUUIDv7();
  const body = writeBody(testEvent, at, { id, name: webhook.name });
  const outcome = await sendMessage(webhook, { id: deliveryId, body, now: at.getTime() });
  const row = await database.$transaction(async (transaction) => {
    // It may have been deleted while it was tested.
    await transaction.$executeRaw`SELECT FROM "Webhook" WHERE "id" = ${id}::uuid FOR KEY SHARE`;
    if ((await transaction.webhook.count({ where: { id } })) === 0) throw new StudioError("not-found");
    return transaction.webhookDelivery.create({
      data: {
        id: deliveryId,
        webhookId: id,
        event: testEvent,
        at,
        state: outcome.fault === null ? "delivered" : "failed",
        attempts: { create: { at, ...outcome } },
      },
      include: withAttempts,
    });
  });
  return toDto(row);
}

/** Deletes what is older than the log keeps, and all but the newest of each webhook. Nothing that is still to be sent. */
export async function trimDeliveries(database: Database, now: number): Promise<void> {
  const before = new Date(now - keptDays * dayMs);
  await database.webhookDelivery.deleteMany({
    where: { state: { not: "pending" }, createdAt: { lt: before } },
  });
  await database.$executeRaw`
    DELETE FROM "WebhookDelivery" WHERE "state" <> 'pending' AND "id" IN (
      SELECT "id" FROM (
        SELECT "id", row_number() OVER (PARTITION BY "webhookId" ORDER BY "sequence" DESC) AS "place"
        FROM "WebhookDelivery"
      ) numbered WHERE "place" > ${keptDeliveries}
    )`;
}
