import { monthOf } from "@/lib/costs/months";
import { isBudgetFault, Prisma, type Queryable } from "@/lib/db/database.server";
import { findFirstGenerations } from "@/lib/paid-calls/fair-order";
import { callLockLine, lockLine, planStart, type RateLine } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { holdUnaffordable } from "./hold-generations.server";
import { reschedule, samePlanMs } from "./replan-line.server";

/** A generation that this worker holds, and its attempt, of which nothing has been sent yet. */
export interface Claim {
  generationId: string;
  attemptId: string;
}

interface ClaimOptions {
  generationId: string;
  /** Its version when it was read. */
  version: number;
  workerId: string;
  /** The line of that generation. */
  line: RateLine;
}

/**
 * Claims the first generation in the line of the given one, which may be another one. The same transaction inserts the
 * attempt, which takes the slot in the rate window and the estimate from the budgets, and plans the start of the generation
 * behind it. Where a hard budget has too little left, what would pass it is held.
 *
 * @returns null where nothing may start now; a later wake-up is set then
 */
export async function claimGeneration(
  services: Pick<GenerationServices, "database" | "jobs" | "clock" | "definitions">,
  options: ClaimOptions,
): Promise<Claim | null> {
  try {
    return await claimFirst(services, options);
  } catch (error) {
    if (!isBudgetFault(error)) throw error;
    // The refused claim left nothing behind.
    await holdUnaffordable(services, options.generationId);
    return null;
  }
}

async function claimFirst(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  { generationId, version, workerId, line }: ClaimOptions,
): Promise<Claim | null> {
  const { database, clock } = services;
  const { bucket } = line;
  if (!bucket) {
    return take(database, { generationId, workerId, bucket, now: clock.now() });
  }
  const claimed = await takeIfFree(services, { generationId, version, workerId, line: { ...line, bucket } });
  if (claimed) return claimed;
  return database.$transaction(async (transaction) => {
    const now = clock.now();
    // Opening the attempt is flushed to disk before anything is sent; a claim that a crash undoes was never sent.
    const state = await lockLine(transaction, { ...line, bucket }, now, { durable: false });
    const [head, next] = findFirstGenerations(state.shares);
    if (!head) return null;
    // Only analyses can be ahead of it.
    const startsAt = planStart(line, state, { now, place: head.place });
    if (startsAt > now) {
      await moveTo(services, transaction, { waiting: head, startsAt, now });
      return null;
    }
    if (line.concurrency !== null && state.outCount >= line.concurrency) {
      // The next call of this line that ends wakes it.
      await transaction.generation.updateMany({
        where: { id: head.id, state: "queued" },
        data: { waiting: { reason: "concurrency" }, version: { increment: 1 } },
      });
      return null;
    }
    const claim = await take(transaction, { generationId: head.id, workerId, bucket, now });
    if (next) {
      const recentStarts = [...state.recentStarts, now];
      const nextStartsAt = planStart(line, { ...state, recentStarts }, { now, place: next.place - 1 });
      await moveTo(services, transaction, { waiting: next, startsAt: nextStartsAt, now });
    }
    return claim;
  });
}

/**
 * Plans another start. A close one keeps the planned wake-up, unless that has come already: a moment too early, where the
 * attempt ahead left later than planned.
 */
async function moveTo(
  services: Pick<GenerationServices, "jobs">,
  transaction: Prisma.TransactionClient,
  options: { waiting: { id: string; scheduledAt: number }; startsAt: number; now: number },
): Promise<void> {
  const { waiting, startsAt, now } = options;
  const cameTooEarly = waiting.scheduledAt <= now && now < startsAt;
  if (!cameTooEarly && Math.abs(waiting.scheduledAt - startsAt) < samePlanMs) return;
  await reschedule(services, transaction, { id: waiting.id, startsAt, now });
}

/**
 * Claims a generation that waits alone in a line with a free slot, the usual case, in one round trip. Null in every other
 * case, which the caller decides with the whole state of the line.
 *
 * The update and the attempt's number see the database as it was before the lock was waited for. The version tells
 * whether another process has had the generation since.
 */
async function takeIfFree(
  { database, clock }: Pick<GenerationServices, "database" | "clock">,
  { generationId, version, workerId, line }: ClaimOptions & { line: { bucket: string } },
): Promise<Claim | null> {
  const now = clock.now();
  const { bucket, limit, concurrency } = line;
  // Opening the attempt is flushed to disk before anything is sent; a claim that a crash undoes was never sent.
  const isFree = Prisma.sql`
    AND "version" = ${version} AND EXISTS (
      SELECT FROM (SELECT ${callLockLine(line, now, { durable: false })} AS "state" OFFSET 0) line
      WHERE jsonb_array_length(line."state" -> 'shares') = 1
        AND (line."state" #>> '{shares,0,waiting}')::integer = 1
        AND line."state" #>> '{shares,0,generations,0,id}' = ${generationId}
        AND (line."state" ->> 'blockedUntil')::numeric <= ${now}::numeric
        AND jsonb_array_length(line."state" -> 'recentStarts') < ${limit?.requests ?? 1}::integer
        AND (line."state" ->> 'outCount')::integer < ${concurrency ?? 2 ** 31 - 1}::integer
    )`;
  return take(database, { generationId, workerId, bucket, now, isFree });
}

/** One statement, so that a generation is never claimed without its attempt. */
async function take(
  queryable: Queryable,
  options: {
    generationId: string;
    workerId: string;
    bucket: string | null;
    now: number;
    /** A further condition, beginning with AND. */
    isFree?: Prisma.Sql;
  },
): Promise<Claim | null> {
  const { generationId, workerId, bucket, isFree = Prisma.empty } = options;
  const now = new Date(options.now);
  const month = monthOf(options.now);
  const attemptId = crypto.randomUUID();
  const changed = await queryable.$executeRaw`
    WITH taken AS (
      UPDATE "Generation"
      SET "state" = 'starting', "workerId" = ${workerId}, "startedAt" = ${now}, "waiting" = NULL, "error" = NULL,
        "version" = "version" + 1, "updatedAt" = ${now}
      WHERE "id" = ${generationId}::uuid AND "state" = 'queued' AND NOT "held"
        AND ("rateBucket" IS NOT NULL OR "scheduledAt" <= ${now})
        ${isFree}
      RETURNING "id", "userId", "currency", "estimate"
    )
    INSERT INTO "Attempt" ("id", "generationId", "number", "state", "rateBucket", "startedAt",
      "userId", "month", "currency", "estimate")
    SELECT ${attemptId}::uuid, taken."id",
      (SELECT count(*) + 1 FROM "Attempt" WHERE "generationId" = taken."id"), 'prepared', ${bucket}, ${now},
      taken."userId", ${month}::integer, taken."currency", taken."estimate"
    FROM taken`;
  return changed === 1 ? { generationId, attemptId } : null;
}
