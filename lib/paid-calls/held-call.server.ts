import { studioClock } from "@/lib/clock";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import type { Database, Prisma } from "@/lib/db/database.server";
import {
  announcePresence,
  hasJustStarted,
  isPresent,
  tryAnnouncePresence,
  type Presence,
} from "@/lib/db/presence.server";
import type { ErrorFacts } from "@/lib/errors/error-dto";
import { describeError } from "@/lib/errors/error-facts";
import { StudioError } from "@/lib/errors/studio-error";
import { requireDiskSpace } from "@/lib/media/store/disk-space.server";

/**
 * Calls that the requested process makes itself, while the person waits. An advisory lock shows that the process is
 * alive: a row in state `running` without that lock lost its process. (Generations are made by workers, which hold one
 * lock for all of theirs: lib/jobs/worker-presence.server.ts.)
 */
export interface HeldCalls<Row> {
  /** Names the locks, for example `cover-analysis`. */
  name: string;
  /** Writes these columns if the call is still `running`, and returns the row as it is now. */
  lose(transaction: Prisma.TransactionClient, id: string, loss: CallLoss): Promise<Row>;
}

/** How a call ends whose process is gone. */
interface CallLoss {
  state: "unknown";
  error: ErrorFacts;
  finishedAt: Date;
}

interface HeldRow {
  id: string;
  state: string;
}

const nameLock = ({ name }: Pick<HeldCalls<unknown>, "name">, id: string) => `${name}:${id}`;

/**
 * Finds the call that answers a request, or records a new one. One process at a time decides about a `key`, so that two
 * requests at once make one call. The presence is announced before the row can be seen.
 *
 * @throws StudioError storage.full, before anything is recorded
 * @returns `presence` where the caller must make the call, and end the presence afterwards; null for a known call
 */
export async function recordCall<Row extends HeldRow>(
  { database, databaseUrl }: { database: Database; databaseUrl: string },
  calls: HeldCalls<Row>,
  {
    key,
    find,
    create,
  }: {
    /** What requests share that must lead to the same call. */
    key: string;
    find(transaction: Prisma.TransactionClient): Promise<Row | null>;
    /** Writes the row and takes its place in the rate limit. */
    create(transaction: Prisma.TransactionClient, id: string): Promise<Row>;
  },
): Promise<{ row: Row; presence: Presence | null }> {
  let presence: Presence | null = null;
  try {
    const row = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${nameLock(calls, key)}, 0))`;
      const known = await find(transaction);
      if (known) return known;
      await requireDiskSpace();
      const id = createOrderedId(studioClock.now());
      presence = await announceCall(databaseUrl, calls, id);
      return create(transaction, id);
    });
    return { row, presence };
  } catch (error) {
    await (presence as Presence | null)?.end();
    throw error;
  }
}

/** Announces that this process makes a call, for as long as it lives. */
export function announceCall(
  databaseUrl: string,
  calls: Pick<HeldCalls<unknown>, "name">,
  id: string,
): Promise<Presence> {
  return announcePresence(databaseUrl, nameLock(calls, id));
}

/** Takes over a call that another process left; null where a process has it. */
export function adoptCall(
  databaseUrl: string,
  calls: Pick<HeldCalls<unknown>, "name">,
  id: string,
): Promise<Presence | null> {
  return tryAnnouncePresence(databaseUrl, nameLock(calls, id));
}

/** Whether a living process makes the call. */
export function isHeld(
  transaction: Prisma.TransactionClient,
  calls: Pick<HeldCalls<unknown>, "name">,
  id: string,
): Promise<boolean> {
  return isPresent(transaction, nameLock(calls, id));
}

/**
 * A call that was out when its process died becomes `unknown`; every other one stays as it is. After a start of the database it waits for
 * living processes to take their locks again.
 */
export async function settleAbandoned<Row extends HeldRow>(
  transaction: Prisma.TransactionClient,
  calls: HeldCalls<Row>,
  { row, now }: { row: Row; now: number },
): Promise<Row> {
  if (row.state !== "running" || (await isHeld(transaction, calls, row.id))) return row;
  if (await hasJustStarted(transaction)) return row;
  const error = describeError(new StudioError("generation.interrupted"));
  return calls.lose(transaction, row.id, { state: "unknown", error, finishedAt: new Date(now) });
}
