import type { Queryable } from "@/lib/db/database.server";
import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { pushEnds, type PushServices, type TakenSubscription } from "./push-ends.server";
import { findNextPush, takePush } from "./take-push.server";

/** The channel of ends that browsers are to be told of (trigger in prisma/migrations). */
export const pushChannel = "reverie_pushes";

const maxInFlight = 24;
const recoveryMs = 15_000;
/** What nobody could be told by then is in Activity. */
const keptMs = 24 * 60 * 60 * 1000;

interface WorkServices extends PushServices {
  report(error: unknown, message: string, facts?: Record<string, unknown>): void;
}

/**
 * Tells browsers of ends by Web Push. A notification of the transaction that ends a generation wakes it, a timer when
 * the next is due. All of it is in rows: what a killed worker has not done, the next one does.
 */
export function startPushes(
  services: WorkServices,
  presence: Pick<WorkerPresence, "onNews">,
): { stop(): Promise<void> } {
  const { database, clock, report } = services;
  const abandon = new AbortController();
  /** Who is told, by subscription. */
  const inFlight = new Map<string, { taken: TakenSubscription; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopping = false;

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
        report(error, "Browsers could not be told; they are soon");
      }
    }
  }

  async function look(): Promise<void> {
    let now = clock.now();
    while (!stopping && inFlight.size < maxInFlight) {
      const others = [...inFlight.values()].map(({ taken }) => taken);
      now = clock.now();
      const taken = await takePush(database, now, others);
      if (!taken) break;
      inFlight.set(taken.id, { taken, done: push(taken) });
    }
    // After the time of the last look: what has become due since was not looked for.
    const next = await findNextPush(database, now);
    clearTimeout(timer);
    if (next === null || stopping) return;
    const delayMs = next - clock.now() + 1;
    // The interval looks again before a later one is due.
    if (delayMs < recoveryMs) timer = setTimeout(wake, delayMs);
  }

  async function push(taken: TakenSubscription): Promise<void> {
    try {
      await pushEnds(services, taken, abandon.signal);
    } catch (error) {
      // Given up on purpose: it stays due, once nobody holds it any more.
      if (!abandon.signal.aborted) report(error, "A browser could not be told; it is soon", { id: taken.id });
    } finally {
      inFlight.delete(taken.id);
      wake();
    }
  }

  presence.onNews(pushChannel, wake);
  wake();
  const recovery = setInterval(wake, recoveryMs);
  return {
    async stop() {
      stopping = true;
      clearInterval(recovery);
      abandon.abort(new Error("The worker stops"));
      await looking;
      clearTimeout(timer);
      await Promise.all([...inFlight.values()].map(({ done }) => done));
    },
  };
}

/** Deletes what is too old to be news, and browsers whose session is over. */
export async function forgetOldPushes(database: Queryable, nowMs: number): Promise<void> {
  await database.pushDelivery.deleteMany({ where: { at: { lt: new Date(nowMs - keptMs) } } });
  const over = [{ expiresAt: { lt: new Date(nowMs) } }, { revokedAt: { not: null } }];
  await database.pushSubscription.deleteMany({ where: { session: { OR: over } } });
}
