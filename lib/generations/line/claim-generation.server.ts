import type { Prisma, Queryable } from "@/lib/db/database.server";
import { countAnalysesAhead, lockLine, planLine, type RateLine } from "@/lib/paid-calls/rate-line.server";
import { reschedule, samePlanMs } from "./replan-line.server";
import type { GenerationServices } from "../record/services.server";
import type { Waiting } from "../record/waiting";

/** A generation that this worker holds, with the attempt whose row stands although nothing was sent yet. */
export interface Claim {
  generationId: string;
  attemptId: string;
}

interface ClaimOptions {
  generationId: string;
  workerId: string;
  /** The line in which that generation stands. */
  line: RateLine;
}

/**
 * Takes the next generation of the line in which the given one stands. Lines are first in, first out, so it may be
 * another one. The attempt's row takes the place in the rate window in the same transaction, and the one behind is
 * given its moment.
 *
 * @returns null where nothing may start now; then a later wake-up is arranged
 */
export async function claimGeneration(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  { generationId, workerId, line }: ClaimOptions,
): Promise<Claim | null> {
  const { database, clock } = services;
  const { bucket } = line;
  if (!bucket) {
    return take(database, { generationId, workerId, bucket, now: clock.now() });
  }
  return database.$transaction(async (transaction) => {
    const now = clock.now();
    // The attempt is opened durably before the request leaves; a claim that is taken back was never sent.
    const state = await lockLine(transaction, { ...line, bucket }, now, { durable: false });
    const [head, next] = state.queued;
    if (!head) return null;
    const startsAt =
      planLine(line, state, { now, count: countAnalysesAhead(state, head.id) + 1 }).at(-1) ?? now;
    if (startsAt > now) {
      await moveTo(services, transaction, { waiting: head, startsAt, now });
      return null;
    }
    if (line.concurrency !== null && state.outCount >= line.concurrency) {
      // Whatever ends next in this line wakes its head.
      await tellWaiting(transaction, head.id, { reason: "concurrency" });
      return null;
    }
    const claim = await take(transaction, { generationId: head.id, workerId, bucket, now });
    if (next) {
      const recentStarts = [...state.recentStarts, now];
      const count = countAnalysesAhead(state, next.id) + 1;
      const nextStartsAt = planLine(line, { ...state, recentStarts }, { now, count }).at(-1) ?? now;
      await moveTo(services, transaction, { waiting: next, startsAt: nextStartsAt, now });
    }
    return claim;
  });
}

/** Whoever wrote a moment arranged the wake-up for it; so only another moment, or one long past, needs a new one. */
async function moveTo(
  services: Pick<GenerationServices, "jobs">,
  transaction: Prisma.TransactionClient,
  options: { waiting: { id: string; scheduledAt: number }; startsAt: number; now: number },
): Promise<void> {
  const { waiting, startsAt, now } = options;
  if (Math.abs(waiting.scheduledAt - startsAt) < samePlanMs) return;
  await reschedule(services, transaction, { id: waiting.id, startsAt, now });
}

/** One statement, so that the generation is never taken without its attempt. */
async function take(
  queryable: Queryable,
  options: { generationId: string; workerId: string; bucket: string | null; now: number },
): Promise<Claim | null> {
  const { generationId, workerId, bucket } = options;
  const now = new Date(options.now);
  const attemptId = crypto.randomUUID();
  const changed = await queryable.$executeRaw`
    WITH taken AS (
      UPDATE "Generation"
      SET "state" = 'starting', "workerId" = ${workerId}, "startedAt" = ${now}, "waiting" = NULL, "error" = NULL,
        "version" = "version" + 1, "updatedAt" = ${now}
      WHERE "id" = ${generationId}::uuid AND "state" = 'queued'
        AND ("rateBucket" IS NOT NULL OR "scheduledAt" <= ${now})
      RETURNING "id"
    )
    INSERT INTO "Attempt" ("id", "generationId", "number", "state", "rateBucket", "startedAt")
    SELECT ${attemptId}::uuid, taken."id",
      (SELECT count(*) + 1 FROM "Attempt" WHERE "generationId" = taken."id"), 'prepared', ${bucket}, ${now}
    FROM taken`;
  return changed === 1 ? { generationId, attemptId } : null;
}

async function tellWaiting(transaction: Queryable, id: string, waiting: Waiting): Promise<void> {
  await transaction.generation.updateMany({
    where: { id, state: "queued" },
    data: { waiting, version: { increment: 1 } },
  });
}
