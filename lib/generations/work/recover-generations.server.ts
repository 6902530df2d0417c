import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "../record/advance-job";
import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import type { InFlight } from "./advance-generation.server";
import type { Claim } from "../line/claim-generation.server";
import { releaseHeld } from "../line/hold-generations.server";
import { findReceived, settleEndedEarly } from "./settle-ended-early.server";
import { settleLoss } from "./settle-failure.server";
import { noteStep, type StepRow } from "../record/note-step.server";
import { nullableWaitingSchema } from "../record/stored-facts";
import { transition } from "../record/transition";
import { waitsForUpdate } from "../record/waiting";
import { recordSpan } from "@/lib/traces/trace.server";
import type { WorkerServices } from "../record/worker-services.server";

/** A wake-up that is later than this was lost with its process. */
const lateAfterMs = 10_000;

/** How many lost wake-ups one round sends again. */
const maxWoken = 500;

interface Orphan extends StepRow {
  state: string;
  workerId: string | null;
  operation: unknown;
  waiting: unknown;
  attempts: { id: string; state: string; startedAt: Date }[];
}

/**
 * Continues what dead processes left: generations that were not sent return to the queue, pending tasks and downloads
 * continue, and requests without an answer become `unknown`. Nothing is sent again. Runs at the start of a worker and
 * then regularly, never during a claim of the same process.
 *
 * @param options.presence tells which workers are alive
 */
export async function recoverGenerations(
  services: WorkerServices,
  options: {
    inFlight: InFlight;
    presence: Pick<WorkerPresence, "refresh" | "isAlive">;
    atStart?: boolean;
  },
): Promise<number> {
  const { database, workerId } = services;
  const held = await database.generation.findMany({
    where: { state: { in: ["starting", "running", "storing"] }, nextPollAt: null },
    select: {
      id: true,
      generator: true,
      model: true,
      createdAt: true,
      state: true,
      workerId: true,
      operation: true,
      waiting: true,
      attempts: { orderBy: { number: "desc" }, take: 1, select: { id: true, state: true, startedAt: true } },
    },
  });
  // Later than the generations are read: a worker is announced before it takes any.
  await options.presence.refresh();
  const orphans = held.filter(({ id, workerId: holder, waiting }) => {
    if (options.inFlight.has(id)) return false;
    // It waits for a callback. One that a worker holds is being polled, and keeps showing what it waited for.
    if (holder === null && waitsForUpdate(nullableWaitingSchema.parse(waiting))) return false;
    return holder === null || holder === workerId || !options.presence.isAlive(holder);
  });
  for (const orphan of orphans) await recover(services, orphan);
  await releaseHeld(services);
  await wakeForgotten(services, options);
  return orphans.length;
}

async function recover(services: WorkerServices, orphan: Orphan): Promise<void> {
  const [attempt] = orphan.attempts;
  if (attempt && (attempt.state === "prepared" || attempt.state === "open")) traceLost(orphan.id, attempt);
  if (orphan.state === "starting") return requeue(services, orphan, attempt?.id);
  if (orphan.state === "running" && orphan.operation === null && attempt) {
    return settleInterrupted(services, { generationId: orphan.id, attemptId: attempt.id });
  }
  const { database, clock, jobs } = services;
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { id: orphan.id, state: orphan.state, workerId: orphan.workerId, nextPollAt: null },
      data: { workerId: null, nextPollAt: new Date(clock.now()) },
    });
    if (count === 1) await jobs.enqueue(advanceGenerationJob, { generationId: orphan.id }, { transaction });
  });
}

/** Its worker can't record the attempt any more, which spans of it name as their parent. */
function traceLost(generationId: string, { id: attemptId, startedAt }: Orphan["attempts"][number]): void {
  recordSpan("attempt", {
    of: { generationId },
    as: { generationId, attemptId },
    fromMs: startedAt.getTime(),
    attributes: { "reverie.attempt_id": attemptId },
    error: "generation.interrupted",
  });
}

/** It was out when its worker died: the received part of a stream is kept; without one it is `unknown`. */
async function settleInterrupted(services: WorkerServices, claim: Claim): Promise<void> {
  const error = new StudioError("generation.interrupted");
  if ((await findReceived(services.database, claim.generationId)) !== "part") {
    return settleLoss(services, claim, error);
  }
  // Storing may take long, so a worker takes it from the queue.
  const goesOn = await settleEndedEarly(services, claim, { error, workerId: null });
  if (goesOn) await services.jobs.enqueue(advanceGenerationJob, { generationId: claim.generationId });
}

/** Returns a generation to the queue that was not sent, and frees the slot of its attempt. */
async function requeue(
  services: WorkerServices,
  orphan: Orphan,
  attemptId: string | undefined,
): Promise<void> {
  const { database, clock, jobs } = services;
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.generation.updateMany({
      where: { id: orphan.id, state: "starting", workerId: orphan.workerId },
      data: {
        state: transition("starting", "requeue")!,
        workerId: null,
        startedAt: null,
        version: { increment: 1 },
      },
    });
    if (count === 0) return;
    noteStep(transaction, orphan, "requeued", { attemptId });
    if (attemptId) {
      await transaction.attempt.updateMany({
        where: { id: attemptId, state: "prepared" },
        data: { state: "unsent", finishedAt: new Date(clock.now()) },
      });
    }
    await jobs.enqueue(advanceGenerationJob, { generationId: orphan.id }, { transaction });
  });
}

/** Stores at once what waited for space on the disk, before anything new is sent. */
export async function hurryOwedResults({ database, clock, jobs }: WorkerServices): Promise<void> {
  const now = new Date(clock.now());
  const owed = await database.generation.updateManyAndReturn({
    where: {
      state: { in: ["running", "storing"] },
      nextPollAt: { gt: now },
      waiting: { path: ["reason"], equals: "storage" },
    },
    data: { nextPollAt: now },
    select: { id: true },
  });
  for (const { id } of owed) await jobs.enqueue(advanceGenerationJob, { generationId: id });
}

/**
 * Sends lost wake-ups again. At the start of a worker, any may have been lost; later, one per line is enough, since each
 * claim wakes the generation behind it.
 */
async function wakeForgotten(
  { database, jobs, clock }: WorkerServices,
  { atStart = false }: { atStart?: boolean },
): Promise<void> {
  const late = new Date(clock.now() - (atStart ? 0 : lateAfterMs));
  const heads = atStart
    ? []
    : await database.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT ON ("rateBucket") "id" FROM "Generation"
        WHERE "state" = 'queued' AND NOT "held" AND "rateBucket" IS NOT NULL AND "scheduledAt" <= ${late}
        ORDER BY "rateBucket", "id"`;
  const rest = await database.generation.findMany({
    where: {
      OR: [
        {
          state: "queued",
          held: false,
          scheduledAt: { lte: late },
          ...(atStart ? {} : { rateBucket: null }),
        },
        { state: { in: ["running", "storing"] }, nextPollAt: { lte: late } },
      ],
    },
    orderBy: { id: "asc" },
    select: { id: true },
    take: maxWoken,
  });
  for (const { id } of [...heads, ...rest]) await jobs.enqueue(advanceGenerationJob, { generationId: id });
}
