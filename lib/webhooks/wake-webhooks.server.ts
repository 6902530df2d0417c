import type { Queryable } from "@/lib/db/database.server";

/** The channel that tells workers of new ends (trigger in prisma/migrations) and of deliveries that are asked for again. */
export const webhookChannel = "reverie_webhooks";

/** Wakes the workers once the transaction is committed. */
export async function wakeWebhooks(transaction: Pick<Queryable, "$executeRaw">): Promise<void> {
  await transaction.$executeRaw`SELECT pg_notify(${webhookChannel}, '')`;
}
