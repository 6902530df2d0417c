import type { Queryable } from "@/lib/db/database.server";
import { advanceGenerationJob } from "./advance-job";
import { lockBucket, planLine, type RateLine } from "./rate-line.server";
import type { GenerationServices } from "./services.server";
import { transition } from "./transition";
import { tellWaitAfterMs, waitUntil, type Waiting } from "./waiting";

/** A generation that this worker holds, with the attempt whose row stands although nothing was sent yet. */
export interface Claim {
  generationId: string;
  attemptId: string;
}

/**
 * Takes the next generation of the line in which the given one stands. Lines are first in, first out, so it may be
 * another one: as many wake-ups come as there are generations.
 *
 * The attempt's row takes the place in the rate window in the same transaction.
 *
 * @returns null where nothing may start now; then a later wake-up is arranged
 */
export async function claimGeneration(
  services: Pick<GenerationServices, "database" | "jobs" | "clock">,
  options: { generationId: string; workerId: string; getLine: (row: LineRow) => Promise<RateLine> },
): Promise<Claim | null> {
  const { database, clock } = services;
  const asked = await database.generation.findUnique({
    where: { id: options.generationId },
    select: {
      id: true,
      state: true,
      rateBucket: true,
      userId: true,
      generator: true,
      input: true,
      model: true,
    },
  });
  // One that is taken already still wakes its line: whoever took it did so on the wake-up of another.
  if (!asked || (asked.state !== "queued" && !asked.rateBucket)) return null;
  const line = asked.rateBucket ? await options.getLine(asked) : null;
  const now = clock.now();

  return database.$transaction(async (transaction) => {
    if (!line?.bucket) return take(transaction, { ...options, id: asked.id, bucket: null, now });
    await lockBucket(transaction, line.bucket);
    const head = await transaction.generation.findFirst({
      where: { rateBucket: line.bucket, state: "queued" },
      orderBy: { id: "asc" },
      select: { id: true, scheduledAt: true },
    });
    if (!head) return null;
    const [startsAt = now] = await planLine(transaction, line, { now, count: 1 });
    if (startsAt > now) {
      // Whoever wrote its moment arranged a wake-up for it.
      const plannedAt = head.scheduledAt.getTime();
      if (plannedAt > now && Math.abs(plannedAt - startsAt) < samePlanMs) return null;
      const waiting =
        startsAt - now > tellWaitAfterMs ? waitUntil("rate-limit", startsAt) : ({ reason: "queue" } as const);
      await defer(services, transaction, { id: head.id, startsAt, waiting });
      return null;
    }
    if (await isFull(transaction, line)) {
      // Whatever ends next in this line wakes its head.
      await tellWaiting(transaction, head.id, { reason: "concurrency" });
      return null;
    }
    const claim = await take(transaction, { ...options, id: head.id, bucket: line.bucket, now });
    await wakeOverdue(services, transaction, { bucket: line.bucket, now });
    return claim;
  });
}

/** Two moments this near are the same plan. */
const samePlanMs = 1_000;

/** The next in line should have gone by now: its own wake-up was used up or lost. */
async function wakeOverdue(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Queryable,
  { bucket, now }: { bucket: string; now: number },
): Promise<void> {
  const next = await transaction.generation.findFirst({
    where: { rateBucket: bucket, state: "queued", scheduledAt: { lt: new Date(now - samePlanMs) } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (next) await jobs.enqueue(advanceGenerationJob, { generationId: next.id }, { transaction });
}

/** What is needed to find the line of a generation. */
export interface LineRow {
  userId: string;
  generator: string;
  input: unknown;
  model: string;
}

async function take(
  transaction: Queryable,
  options: { id: string; workerId: string; bucket: string | null; now: number },
): Promise<Claim | null> {
  const startedAt = new Date(options.now);
  const { count } = await transaction.generation.updateMany({
    where: { id: options.id, state: "queued" },
    data: {
      state: transition("queued", "claim")!,
      workerId: options.workerId,
      startedAt,
      waiting: { reason: "queue" },
      version: { increment: 1 },
    },
  });
  if (count === 0) return null;
  const number = (await transaction.attempt.count({ where: { generationId: options.id } })) + 1;
  const attempt = await transaction.attempt.create({
    data: { generationId: options.id, number, rateBucket: options.bucket, startedAt },
    select: { id: true },
  });
  return { generationId: options.id, attemptId: attempt.id };
}

async function isFull(transaction: Queryable, line: RateLine): Promise<boolean> {
  if (line.concurrency === null) return false;
  const out = await transaction.generation.count({
    where: { rateBucket: line.bucket, state: { in: ["starting", "running"] } },
  });
  return out >= line.concurrency;
}

async function defer(
  { jobs }: Pick<GenerationServices, "jobs">,
  transaction: Queryable,
  options: { id: string; startsAt: number; waiting: Waiting },
): Promise<void> {
  const startAfter = new Date(options.startsAt);
  await transaction.generation.updateMany({
    where: { id: options.id, state: "queued" },
    data: { scheduledAt: startAfter, waiting: options.waiting, version: { increment: 1 } },
  });
  await jobs.enqueue(advanceGenerationJob, { generationId: options.id }, { startAfter, transaction });
}

async function tellWaiting(transaction: Queryable, id: string, waiting: Waiting): Promise<void> {
  await transaction.generation.updateMany({
    where: { id, state: "queued" },
    data: { waiting, version: { increment: 1 } },
  });
}
