import type { Queryable } from "@/lib/db/database.server";
import { advanceGenerationJob } from "./advance-job";
import { lockLine, planLine, type RateLine } from "./rate-line.server";
import type { GenerationServices } from "./services.server";
import { tellWaitAfterMs, waitUntil, type Waiting } from "./waiting";

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

/** Two moments this near are the same plan. */
const samePlanMs = 1_000;

/**
 * Takes the next generation of the line in which the given one stands. Lines are first in, first out, so it may be
 * another one. The attempt's row takes the place in the rate window in the same transaction.
 *
 * @returns null where nothing may start now; then a later wake-up is arranged
 */
export async function claimGeneration(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  { generationId, workerId, line }: ClaimOptions,
): Promise<Claim | null> {
  const { database, jobs, clock } = services;
  const { bucket } = line;
  if (!bucket) {
    return take(database, { generationId, workerId, bucket, now: clock.now() });
  }
  return database.$transaction(async (transaction) => {
    const now = clock.now();
    const state = await lockLine(transaction, { ...line, bucket }, now);
    const [head, next] = state.queued;
    if (!head) return null;
    const [startsAt = now] = planLine(line, state, { now, count: 1 });
    if (startsAt > now) {
      // Whoever wrote its moment arranged a wake-up for it.
      if (head.scheduledAt > now && Math.abs(head.scheduledAt - startsAt) < samePlanMs) return null;
      await defer(services, transaction, { id: head.id, startsAt, now });
      return null;
    }
    if (line.concurrency !== null && state.outCount >= line.concurrency) {
      // Whatever ends next in this line wakes its head.
      await tellWaiting(transaction, head.id, { reason: "concurrency" });
      return null;
    }
    const claim = await take(transaction, { generationId: head.id, workerId, bucket, now });
    // The next should have gone by now: its own wake-up was used up or lost.
    if (next && next.scheduledAt < now - samePlanMs) {
      await jobs.enqueue(advanceGenerationJob, { generationId: next.id }, { transaction });
    }
    return claim;
  });
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
      RETURNING "id"
    )
    INSERT INTO "Attempt" ("id", "generationId", "number", "state", "rateBucket", "startedAt")
    SELECT ${attemptId}::uuid, taken."id",
      (SELECT count(*) + 1 FROM "Attempt" WHERE "generationId" = taken."id"), 'prepared', ${bucket}, ${now}
    FROM taken`;
  return changed === 1 ? { generationId, attemptId } : null;
}

async function defer(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Queryable,
  { id, startsAt, now }: { id: string; startsAt: number; now: number },
): Promise<void> {
  const startAfter = new Date(startsAt);
  const waiting: Waiting =
    startsAt - now > tellWaitAfterMs ? waitUntil("rate-limit", startsAt) : { reason: "queue" };
  await transaction.generation.updateMany({
    where: { id, state: "queued" },
    data: { scheduledAt: startAfter, waiting, version: { increment: 1 } },
  });
  await jobs.enqueue(advanceGenerationJob, { generationId: id }, { startAfter, transaction });
}

async function tellWaiting(transaction: Queryable, id: string, waiting: Waiting): Promise<void> {
  await transaction.generation.updateMany({
    where: { id, state: "queued" },
    data: { waiting, version: { increment: 1 } },
  });
}
