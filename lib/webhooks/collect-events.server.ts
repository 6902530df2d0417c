import { z } from "zod";
import type { Database, Prisma } from "@/lib/db/database.server";
import { terminalStates } from "@/lib/generations/record/states";

const eventsAtOnce = 500;

const endsSchema = z.array(
  z.object({
    userId: z.uuid(),
    generationId: z.uuid(),
    batchId: z.uuid().nullable(),
    state: z.string(),
    at: z.date(),
  }),
);
type End = z.output<typeof endsSchema>[number];
type Subscriber = Pick<Prisma.WebhookGetPayload<object>, "id" | "userId" | "events">;

/**
 * Turns noted ends into deliveries, in their order, in one transaction. One worker does it at a time: of a batch that two
 * workers end, the later look sees both.
 *
 * @returns whether there may be more
 */
export async function collectEvents(database: Database, now: number): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('reverie webhooks'))`;
    const ends = endsSchema.parse(
      await transaction.$queryRaw`
        WITH taken AS (
          DELETE FROM "WebhookEvent"
          WHERE "id" IN (SELECT "id" FROM "WebhookEvent" ORDER BY "id" LIMIT ${eventsAtOnce})
          RETURNING *
        )
        SELECT "userId", "generationId", "batchId", "state", "at" FROM taken ORDER BY "id"`,
    );
    if (ends.length === 0) return false;
    const userIds = [...new Set(ends.map(({ userId }) => userId))];
    // Locked: one that is disabled or deleted meanwhile ends what waits for it after this.
    const subscribers = await transaction.$queryRaw<Subscriber[]>`
      SELECT "id", "userId", "events" FROM "Webhook"
      WHERE "userId" = ANY (${userIds}::uuid[]) AND "enabled" ORDER BY "id" FOR SHARE`;
    const batches = await findFinishedBatches(transaction, ends, subscribers);
    const nextAttemptAt = new Date(now);
    await transaction.webhookDelivery.createMany({
      data: [
        ...ends.flatMap(({ state, batchId, ...end }) =>
          listSubscribers(subscribers, end.userId, `generation.${state}`).map((webhookId) => ({
            webhookId,
            event: `generation.${state}`,
            generationId: end.generationId,
            batchId,
            at: end.at,
            nextAttemptAt,
          })),
        ),
        ...batches.flatMap(({ userId, batchId, at }) =>
          listSubscribers(subscribers, userId, batchEvent).map((webhookId) => ({
            webhookId,
            event: batchEvent,
            batchId,
            at,
            nextAttemptAt,
          })),
        ),
      ],
      // A batch that was told of already.
      skipDuplicates: true,
    });
    return ends.length === eventsAtOnce;
  });
}

const batchEvent = "batch.finished";

function listSubscribers(subscribers: readonly Subscriber[], userId: string, event: string): string[] {
  return subscribers.flatMap((each) =>
    each.userId === userId && each.events.includes(event) ? [each.id] : [],
  );
}

/** The batches of these ends that have no generation left under way, for people who want to know. */
async function findFinishedBatches(
  transaction: Prisma.TransactionClient,
  ends: readonly End[],
  subscribers: readonly Subscriber[],
): Promise<{ userId: string; batchId: string; at: Date }[]> {
  const batches = new Map<string, { userId: string; batchId: string; at: Date }>();
  for (const { userId, batchId, at } of ends) {
    if (batchId === null || listSubscribers(subscribers, userId, batchEvent).length === 0) continue;
    batches.set(batchId, { userId, batchId, at });
  }
  if (batches.size === 0) return [];
  const underWay = await transaction.generation.findMany({
    where: { batchId: { in: [...batches.keys()] }, state: { notIn: [...terminalStates] } },
    distinct: ["batchId"],
    select: { batchId: true },
  });
  for (const { batchId } of underWay) if (batchId !== null) batches.delete(batchId);
  return [...batches.values()];
}
