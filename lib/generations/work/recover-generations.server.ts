import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "../record/advance-job";
import type { InFlight } from "./advance-generation.server";
import type { Claim } from "../line/claim-generation.server";
import { findReceived, settleEndedEarly } from "./settle-ended-early.server";
import { settleLoss } from "./settle-failure.server";
import { nullableWaitingSchema } from "../record/stored-facts";
import { transition } from "../record/transition";
import { waitsForUpdate } from "../record/waiting";
import type { WorkerServices } from "../record/worker-services.server";

/** A wake-up that is this late was lost with the process that had it. */
const lateAfterMs = 10_000;

/** How many lost wake-ups are sent anew at once; the next round takes the others. */
const maxWoken = 500;

interface Orphan {
  id: string;
  state: string;
  workerId: string | null;
  operation: unknown;
  waiting: unknown;
  attempts: { id: string; state: string }[];
}

/**
 * Finds what dead processes left behind and brings it on: what had not been sent goes back in line, what waits for a
 * task or for its files goes on, and what was out without an answer becomes `unknown`; nothing is sent again.
 * Runs at the start of a worker and then regularly, never beside a claim of the same process.
 *
 * @param isAlive whether the worker of this id still lives
 */
export async function recoverGenerations(
  services: WorkerServices,
  options: { inFlight: InFlight; isAlive: (workerId: string) => boolean; atStart?: boolean },
): Promise<number> {
  const { database, clock, workerId } = services;
  // At the start of a worker any wake-up may have gone with the process before it.
  const late = new Date(clock.now() - (options.atStart ? 0 : lateAfterMs));
  const held = await database.generation.findMany({
    where: { state: { in: ["starting", "running", "storing"] }, nextPollAt: null },
    select: {
      id: true,
      state: true,
      workerId: true,
      operation: true,
      waiting: true,
      attempts: { orderBy: { number: "desc" }, take: 1, select: { id: true, state: true } },
    },
  });
  const orphans = held.filter(({ id, workerId: holder, waiting }) => {
    if (options.inFlight.has(id)) return false;
    // It waits for what somebody tells, and nobody holds it.
    if (waitsForUpdate(nullableWaitingSchema.parse(waiting))) return false;
    return holder === null || holder === workerId || !options.isAlive(holder);
  });
  for (const orphan of orphans) await recover(services, orphan);
  await wakeForgotten(services, late);
  return orphans.length;
}

async function recover(services: WorkerServices, orphan: Orphan): Promise<void> {
  const [attempt] = orphan.attempts;
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

/** It was out when its worker died: what had come of a stream is kept, and without that nobody can say. */
async function settleInterrupted(services: WorkerServices, claim: Claim): Promise<void> {
  const error = new StudioError("generation.interrupted");
  if ((await findReceived(services.database, claim.generationId)) !== "part") {
    return settleLoss(services, claim, error);
  }
  // Storing may take long, and it is the queue that hands it out.
  const goesOn = await settleEndedEarly(services, claim, { error, workerId: null });
  if (goesOn) await services.jobs.enqueue(advanceGenerationJob, { generationId: claim.generationId });
}

/** Nothing had left: the attempt's row goes out of the rate window, and the generation back in line. */
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
    if (attemptId) {
      await transaction.attempt.updateMany({
        where: { id: attemptId, state: "prepared" },
        data: { state: "unsent", finishedAt: new Date(clock.now()) },
      });
    }
    await jobs.enqueue(advanceGenerationJob, { generationId: orphan.id }, { transaction });
  });
}

/** Wake-ups that were lost. One for the head of each line: whoever is taken wakes the one behind it. */
async function wakeForgotten({ database, jobs }: WorkerServices, late: Date): Promise<void> {
  const heads = await database.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ON ("rateBucket") "id" FROM "Generation"
    WHERE "state" = 'queued' AND "rateBucket" IS NOT NULL AND "scheduledAt" <= ${late}
    ORDER BY "rateBucket", "id"`;
  const rest = await database.generation.findMany({
    where: {
      OR: [
        { state: "queued", rateBucket: null, scheduledAt: { lte: late } },
        { state: { in: ["running", "storing"] }, nextPollAt: { lte: late } },
      ],
    },
    select: { id: true },
    take: maxWoken,
  });
  for (const { id } of [...heads, ...rest]) await jobs.enqueue(advanceGenerationJob, { generationId: id });
}
