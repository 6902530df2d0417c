import { deleteAccount, findHeir, listRemovals } from "@/lib/auth/account-removal.server";
import { ensureNobody, nobodyId } from "@/lib/auth/nobody.server";
import { forgetOldAnalyses, stopQueuedAnalyses } from "@/lib/covers/analysis-calls.server";
import { deleteAllFilms, handOverFilms } from "@/lib/films/change/change-film.server";
import { cancelAllExports } from "@/lib/films/export/end-export.server";
import { eraseSome, passRecords } from "@/lib/generations/change/erase-person.server";
import { handOverSome } from "@/lib/generations/change/hand-over.server";
import { cancelUnsent } from "@/lib/generations/line/cancel-unsent.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { removeAllPushSubscriptions } from "@/lib/notices/push-subscriptions.server";
import { deleteAllPresets } from "@/lib/presets/presets.server";
import { forgetAllPrompts } from "@/lib/prompts/note-prompts.server";
import { forgetInSweep } from "@/lib/media/removal/sweep-store.server";
import { deleteAllWebhooks } from "@/lib/webhooks/webhooks.server";

type RemovalServices = Pick<WorkerServices, "database" | "definitions" | "jobs" | "clock">;

const intervalMs = 3_000;

/**
 * Removes the accounts whose removal was requested, now and every three seconds. All of it is in rows, so whatever a killed
 * worker has not done, the next one does.
 */
export function startRemovingAccounts(services: RemovalServices & Pick<WorkerServices, "report">): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();

  async function removeAll(): Promise<void> {
    try {
      for (const removal of await listRemovals(services.database)) {
        await advanceRemoval(services, removal, stopping.signal);
      }
    } catch (error) {
      services.report(error, "An account could not be removed; it is tried again");
    }
  }

  let removing = removeAll();
  const timer = setInterval(() => (removing = removing.then(removeAll)), intervalMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await removing;
    },
  };
}

/**
 * Takes a removal as far as it can go now: deletes or passes on what has ended, batch by batch, and the account at the end.
 * What has been sent may be billed, so it ends first.
 *
 * @returns whether the account is gone
 */
export async function advanceRemoval(
  services: RemovalServices,
  { userId, takeOver }: { userId: string; takeOver: boolean },
  signal?: AbortSignal,
): Promise<boolean> {
  const { database } = services;
  // A request may have been accepted while the access ended.
  await database.$transaction(async (transaction) => {
    await cancelUnsent(services, transaction, userId);
    await stopQueuedAnalyses(transaction, { userId, now: services.clock.now() });
  });
  await deleteAllPresets(database, userId);
  await forgetAllPrompts(database, userId);
  await deleteAllWebhooks(database, userId);
  await removeAllPushSubscriptions(database, userId);
  await forgetOldAnalyses(database, { userId, now: services.clock.now() });
  const to = takeOver ? await findHeir(database, userId) : null;
  await cancelAllExports(database, userId);
  await (to ? handOverFilms(database, { from: userId, to }) : deleteAllFilms(database, userId));
  const takeStep = () => (to ? handOverSome(services, { from: userId, to }) : eraseSome(services, userId));
  while ((await takeStep()) > 0) if (signal?.aborted) return false;
  await ensureNobody(database);
  while ((await passRecords(services, userId, nobodyId)) > 0) if (signal?.aborted) return false;
  return database.$transaction(async (transaction) => {
    if (!(await hasNothingLeft(transaction, userId))) return false;
    await forgetInSweep(transaction, userId);
    await deleteAccount(transaction, userId);
    return true;
  });
}

/** Nothing that has to end, is in a rate window, or has bytes. */
async function hasNothingLeft(transaction: Pick<RemovalServices["database"], "$queryRaw">, userId: string) {
  const [row] = await transaction.$queryRaw<[{ isEmpty: boolean }]>`
    SELECT NOT EXISTS (SELECT FROM "Generation" WHERE "userId" = ${userId}::uuid)
      AND NOT EXISTS (SELECT FROM "Asset" WHERE "userId" = ${userId}::uuid)
      AND NOT EXISTS (SELECT FROM "CoverAnalysis" WHERE "userId" = ${userId}::uuid)
      AND NOT EXISTS (
        SELECT FROM "LyricsDraft" WHERE "userId" = ${userId}::uuid AND "createdAt" > now() - interval '1 hour'
          AND "state" = 'running'
      ) AS "isEmpty"`;
  return row.isEmpty;
}
