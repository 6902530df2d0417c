import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { collectEvents } from "./collect-events.server";
import { type ServeServices, serveWebhook } from "./serve-webhook.server";
import { webhookChannel } from "./wake-webhooks.server";

type WebhookWorkServices = Pick<ServeServices, "database" | "clock"> & {
  report(error: unknown, message: string, facts?: Record<string, unknown>): void;
};

/** How many webhooks one worker sends to at once, and how many of one person, whose receivers may all hang. */
const maxInFlight = 24;
const maxInFlightOfPerson = 4;

const recoveryIntervalMs = 15_000;
/** How long requests may go on once the worker is to stop. They are sent again later. */
const stopPatienceMs = 2_000;

/**
 * Sends to the webhooks of everyone. A notification of the transaction that ends a generation wakes it, a timer when a
 * retry is due. All of it is in rows: what a killed worker has not done, the next one does.
 */
export async function startWebhooks(
  { database, clock, report }: WebhookWorkServices,
  presence: Pick<WorkerPresence, "id" | "onNews">,
): Promise<{ stop(): Promise<void> }> {
  const abandon = new AbortController();
  const services: ServeServices = { database, clock, workerId: presence.id, signal: abandon.signal };
  /** The people whose webhooks are served, by webhook. */
  const inFlight = new Map<string, { userId: string; done: Promise<void> }>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  /** Looks once more after the look that runs, however often it is asked. */
  function wake(): void {
    lookAgain = true;
    looking ??= lookOn().finally(() => {
      looking = null;
      // Asked for between the last look and this.
      if (lookAgain && !stopping) wake();
    });
  }

  async function lookOn(): Promise<void> {
    while (lookAgain && !stopping) {
      lookAgain = false;
      try {
        await look();
      } catch (error) {
        report(error, "Webhooks could not be served; they are soon");
      }
    }
  }

  async function look(): Promise<void> {
    while (!stopping && (await collectEvents(database, clock.now())));
    await releaseForgotten();
    let now = clock.now();
    while (!stopping && inFlight.size < maxInFlight) {
      now = clock.now();
      const taken = await takeNext(new Date(now));
      if (!taken) break;
      const done = serve(taken.id);
      inFlight.set(taken.id, { userId: taken.userId, done });
    }
    await setTimer(new Date(now));
  }

  /** Takes the webhook that has waited longest, so that no other worker sends to it. */
  async function takeNext(now: Date): Promise<{ id: string; userId: string } | null> {
    const people = [...Map.groupBy(inFlight.values(), ({ userId }) => userId)];
    const busy = people.flatMap(([userId, list]) => (list.length >= maxInFlightOfPerson ? [userId] : []));
    const [taken] = await database.$queryRaw<{ id: string; userId: string }[]>`
      UPDATE "Webhook" SET "workerId" = ${presence.id}, "servedAt" = ${now}
      WHERE "id" = (
        SELECT webhook."id" FROM "Webhook" webhook JOIN "User" person ON person."id" = webhook."userId"
        WHERE webhook."enabled" AND person."disabledAt" IS NULL
          AND (webhook."workerId" IS NULL OR NOT EXISTS (SELECT FROM "Worker" WHERE "Worker"."id" = webhook."workerId"))
          AND webhook."userId"::text <> ALL (${busy}::text[])
          AND EXISTS (
            SELECT FROM "WebhookDelivery" delivery
            WHERE delivery."webhookId" = webhook."id" AND delivery."state" = 'pending' AND delivery."nextAttemptAt" <= ${now}
          )
        ORDER BY webhook."servedAt" NULLS FIRST, webhook."id" LIMIT 1 FOR UPDATE OF webhook SKIP LOCKED
      )
      RETURNING "id", "userId"`;
    return taken ?? null;
  }

  async function serve(webhookId: string): Promise<void> {
    try {
      await serveWebhook(services, webhookId, () => stopping);
    } catch (error) {
      // Given up on purpose: the message stays due.
      if (!abandon.signal.aborted) report(error, "A webhook could not be served; it is soon", { webhookId });
    }
    try {
      await database.webhook.updateMany({
        where: { id: webhookId, workerId: presence.id },
        data: { workerId: null },
      });
    } catch (error) {
      report(error, "A webhook could not be released; it is soon", { webhookId });
    } finally {
      inFlight.delete(webhookId);
      wake();
    }
  }

  /** What a fault of the database kept from being released. */
  async function releaseForgotten(): Promise<void> {
    await database.webhook.updateMany({
      where: { workerId: presence.id, id: { notIn: [...inFlight.keys()] } },
      data: { workerId: null },
    });
  }

  /** Wakes it when the next retry is due after the time that the last look was for. */
  async function setTimer(since: Date): Promise<void> {
    const next = await database.webhookDelivery.findFirst({
      where: { state: "pending", nextAttemptAt: { gt: since }, webhook: { enabled: true } },
      orderBy: { nextAttemptAt: "asc" },
      select: { nextAttemptAt: true },
    });
    clearTimeout(timer);
    if (!next?.nextAttemptAt || stopping) return;
    const delayMs = next.nextAttemptAt.getTime() - clock.now() + 1;
    // The interval looks again before a later one is due.
    if (delayMs < recoveryIntervalMs) timer = setTimeout(wake, delayMs);
  }

  presence.onNews(webhookChannel, wake);
  wake();
  const recovery = setInterval(wake, recoveryIntervalMs);
  return {
    async stop() {
      stopping = true;
      clearInterval(recovery);
      await looking;
      clearTimeout(timer);
      const giveUp = setTimeout(() => abandon.abort(new Error("The worker stops")), stopPatienceMs);
      await Promise.all([...inFlight.values()].map(({ done }) => done));
      clearTimeout(giveUp);
    },
  };
}
