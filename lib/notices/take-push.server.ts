import { type Database, Prisma } from "@/lib/db/database.server";
import { settleMs, type TakenSubscription } from "./push-ends.server";
import { findPushSubject } from "./push-subscriptions.server";

/** A worker that was killed while it sent holds a browser for as long. */
const leaseMs = 60_000;

/** How many browsers of one person, and of one push service, are told at once; they may hang. */
const maxOfPerson = 4;
const maxOfService = 12;

/** Those that may be told: their person has access, and their session goes on. */
const tellable = (now: Date) => Prisma.sql`
  FROM "PushSubscription" push JOIN "User" person ON person."id" = push."userId"
  LEFT JOIN "Session" session ON session."id" = push."sessionId"
  WHERE person."disabledAt" IS NULL
    AND (push."sessionId" IS NULL OR (session."revokedAt" IS NULL AND session."expiresAt" > ${now}))`;

const findService = ({ endpoint }: Pick<TakenSubscription, "endpoint">) => new URL(endpoint).host;

/** Takes the browser that has waited longest to be told something, so that no other worker tells it. */
export async function takePush(
  database: Database,
  nowMs: number,
  inFlight: readonly TakenSubscription[],
): Promise<TakenSubscription | null> {
  if (findPushSubject() === null) return null;
  const now = new Date(nowMs);
  const people = listFull(inFlight, ({ userId }) => userId, maxOfPerson);
  const services = listFull(inFlight, findService, maxOfService);
  const [taken] = await database.$queryRaw<TakenSubscription[]>`
    UPDATE "PushSubscription" SET "dueAt" = ${new Date(nowMs + leaseMs)}
    WHERE "id" = (
      SELECT push."id" ${tellable(now)}
        AND push."dueAt" <= ${now}
        AND push."userId"::text <> ALL (${people}::text[])
        AND split_part(push."endpoint", '/', 3) <> ALL (${services}::text[])
        AND EXISTS (
          SELECT FROM "PushDelivery" delivery
          WHERE delivery."subscriptionId" = push."id" AND delivery."at" <= ${new Date(nowMs - settleMs)}
        )
      ORDER BY push."dueAt" LIMIT 1 FOR NO KEY UPDATE OF push SKIP LOCKED
    )
    RETURNING "id", "userId", "endpoint", "p256dh", "auth", "locale", "failures"`;
  return taken ?? null;
}

function listFull(
  inFlight: readonly TakenSubscription[],
  key: (taken: TakenSubscription) => string,
  most: number,
): string[] {
  return [...Map.groupBy(inFlight, key)].flatMap(([name, list]) => (list.length >= most ? [name] : []));
}

/** When the next browser is to be told; null if none is waiting for a time to come. */
export async function findNextPush(database: Database, nowMs: number): Promise<number | null> {
  const now = new Date(nowMs);
  const [next] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT min(waiting."at") AS "at" FROM (
      SELECT greatest(push."dueAt", delivery."at" + ${settleMs} * interval '1 millisecond') AS "at"
      FROM "PushDelivery" delivery JOIN (SELECT push.* ${tellable(now)}) push ON push."id" = delivery."subscriptionId"
    ) waiting WHERE waiting."at" > ${now}`;
  return next?.at?.getTime() ?? null;
}
