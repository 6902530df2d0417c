import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database.server";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { recordSchema } from "@/lib/generations/record/stored-facts";
import { isWanted } from "./notice-preferences";
import { getNoticePreferences } from "./notice-preferences.server";
import { getPushKeys } from "./push-keys.server";
import { findPushSubject } from "./push-subscriptions.server";
import { sendPush } from "./send-push.server";

/** Within this time open tabs say that somebody looks. Ends that come together are told together. */
export const settleMs = 1_500;
/** Doubled with each failure in a row. */
const firstRetryMs = 5_000;
const longestRetryMs = 60 * 60_000;
/** Some two days of failures, in which something was to be told: nobody listens any more. */
const mostFailures = 60;
const mostEnds = 20;
const longestTitle = 80;
/** Push services take 4096 bytes, of which encryption needs about a hundred. */
const mostBytes = 3_000;

export interface PushServices {
  database: Database;
  clock: Clock;
}

/** A browser that this worker holds. */
export interface TakenSubscription {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: string;
  failures: number;
}

/** Tells a browser what waits for it, in one message. Throws the signal's reason when that is aborted. */
export async function pushEnds(
  { database, clock }: PushServices,
  { id, userId, failures, locale, ...target }: TakenSubscription,
  signal?: AbortSignal,
): Promise<void> {
  const deliveries = await database.pushDelivery.findMany({
    where: { subscriptionId: id, at: { lte: new Date(clock.now() - settleMs) } },
    select: { generationId: true, at: true },
  });
  const text = await writeMessage(database, { subscription: id, userId, locale, deliveries });
  const subject = findPushSubject();
  if (subject === null) return;
  const keys = { ...(await getPushKeys(database)), subject };
  const outcome = text === null ? "sent" : await sendPush(target, text, keys, signal);
  if (outcome === "gone" || (outcome === "failed" && failures + 1 >= mostFailures)) {
    await database.pushSubscription.deleteMany({ where: { id } });
    return;
  }
  if (outcome === "failed") {
    const dueAt = new Date(clock.now() + Math.min(longestRetryMs, firstRetryMs * 2 ** failures));
    await database.pushSubscription.updateMany({ where: { id }, data: { dueAt, failures: failures + 1 } });
    return;
  }
  await database.$transaction(async (transaction) => {
    // What ended again meanwhile is told again.
    for (const delivery of deliveries) {
      await transaction.pushDelivery.deleteMany({ where: { subscriptionId: id, ...delivery } });
    }
    const data = { dueAt: new Date(clock.now()), ...(text === null ? {} : { failures: 0 }) };
    await transaction.pushSubscription.updateMany({ where: { id }, data });
  });
}

interface Message {
  /** Its ID, by which the service worker knows whose message it is. */
  subscription: string;
  userId: string;
  locale: string;
  deliveries: readonly { generationId: string }[];
}

/**
 * The message as the service worker reads it: what nobody has seen yet and the person wants to know, as many of the last
 * as fit. Nothing of the input but the title. Null if there is nothing to tell.
 */
async function writeMessage(
  database: Database,
  { subscription, userId, locale, deliveries }: Message,
): Promise<string | null> {
  const preferences = await getNoticePreferences(database, userId);
  const rows = await database.unseenEnd.findMany({
    where: {
      userId,
      lookedAt: null,
      generationId: { in: deliveries.map(({ generationId }) => generationId) },
      generation: {
        userId,
        deletedAt: null,
        erasedAt: null,
        dismissedAt: null,
        state: { in: ["succeeded", "failed", "unknown"] },
      },
    },
    orderBy: { at: "desc" },
    include: { generation: true },
  });
  const ends = rows
    .filter(({ at, generation: { state, createdAt } }) =>
      isWanted(preferences, { state, seconds: (at.getTime() - createdAt.getTime()) / 1000 }),
    )
    .slice(0, mostEnds)
    .map(({ generation: { id, state, title, input, model, facts } }) => {
      const described = {
        title,
        model,
        input: recordSchema.parse(input),
        facts: recordSchema.parse(facts ?? {}),
      };
      const name = describeGeneration(described).slice(0, longestTitle).toWellFormed();
      return { key: `${id} ${state}`, id, state, title: name };
    })
    .toReversed();
  if (ends.length === 0) return null;
  const write = () => JSON.stringify({ subscription, ends, locale });
  while (Buffer.byteLength(write()) > mostBytes) ends.shift();
  return write();
}
