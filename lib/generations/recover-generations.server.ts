import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "./advance-job";
import type { InFlight } from "./advance-generation.server";
import { settleLoss } from "./settle-failure.server";
import { transition } from "./transition";
import type { WorkerServices } from "./worker-services.server";

/** A wake-up that is this late was lost with the process that had it. */
const lateAfterMs = 10_000;

interface Orphan {
  id: string;
  state: string;
  operation: unknown;
  attempts: { id: string; state: string }[];
}

/**
 * Finds what dead processes left behind and brings it on: what had not been sent goes back in line, what waits for a
 * task or for its files goes on, and what was out without an answer becomes `unknown`; nothing is sent again.
 * Runs at the start of a worker and then regularly.
 *
 * @param isAlive whether the worker of this id still lives
 */
export async function recoverGenerations(
  services: WorkerServices,
  options: { inFlight: InFlight; isAlive: (workerId: string) => boolean; atStart?: boolean },
): Promise<number> {
  const { database, clock, jobs, workerId } = services;
  // At the start of a worker any wake-up may have gone with the process before it.
  const late = new Date(clock.now() - (options.atStart ? 0 : lateAfterMs));
  const active = await database.generation.findMany({
    where: { state: { in: ["starting", "running", "storing"] } },
    select: {
      id: true,
      state: true,
      workerId: true,
      operation: true,
      nextPollAt: true,
      attempts: { orderBy: { number: "desc" }, take: 1, select: { id: true, state: true } },
    },
  });
  const orphans = active.filter(({ id, workerId: holder, nextPollAt }) => {
    if (options.inFlight.has(id)) return false;
    // Nobody needs to hold what only waits for its next poll, unless that is overdue.
    if (nextPollAt) return nextPollAt < late;
    return holder === null || holder === workerId || !options.isAlive(holder);
  });
  for (const orphan of orphans) await recover(services, orphan);

  const forgotten = await database.generation.findMany({
    where: { state: "queued", scheduledAt: { lte: late } },
    orderBy: { id: "asc" },
    select: { id: true },
    take: 500,
  });
  for (const { id } of forgotten) await jobs.enqueue(advanceGenerationJob, { generationId: id });
  return orphans.length;
}

async function recover(services: WorkerServices, orphan: Orphan): Promise<void> {
  const { database, jobs, workerId } = services;
  const [attempt] = orphan.attempts;
  if (orphan.state === "running" && orphan.operation === null && attempt?.state === "open") {
    await settleLoss(
      services,
      { generationId: orphan.id, attemptId: attempt.id },
      new StudioError("generation.interrupted"),
    );
    return;
  }
  await database.$transaction(async (transaction) => {
    if (orphan.state === "starting") {
      const { count } = await transaction.generation.updateMany({
        where: { id: orphan.id, state: "starting" },
        data: {
          state: transition("starting", "requeue")!,
          workerId: null,
          startedAt: null,
          version: { increment: 1 },
        },
      });
      if (count === 0) return;
      if (attempt) {
        await transaction.attempt.updateMany({
          where: { id: attempt.id, state: "prepared" },
          data: { state: "unsent", finishedAt: new Date(services.clock.now()) },
        });
      }
    } else {
      await transaction.generation.updateMany({
        where: { id: orphan.id, state: orphan.state },
        data: { workerId, nextPollAt: null },
      });
    }
    await jobs.enqueue(advanceGenerationJob, { generationId: orphan.id }, { transaction });
  });
}
