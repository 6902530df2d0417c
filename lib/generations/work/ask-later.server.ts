import { advanceGenerationJob } from "../record/advance-job";
import { findTold } from "../ask/check-generation.server";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import type { Waiting } from "../record/waiting";

/** A query that fails says nothing about the task, so it is asked again: this long after the first, then longer. */
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;

/** What is known of a task that was asked after in vain. */
export interface UnansweredTask {
  id: string;
  /** With what it was asked after. */
  operation: unknown;
  startedAt: Date | null;
  /** How often in a row its result came damaged before. */
  pollFaults: number;
}

/**
 * Arranges that a task is asked after again: after `afterMs`, else the later the older it is, and the later the more
 * often its result came damaged. At once where the person told something meanwhile.
 */
export async function askLater(
  { database, clock, jobs }: Pick<GenerationServices, "database" | "clock" | "jobs">,
  task: UnansweredTask,
  options: { afterMs?: number; isDamaged?: boolean; because?: Omit<Waiting, "untilAt"> } = {},
): Promise<void> {
  const { id, pollFaults } = task;
  const { afterMs, isDamaged = false, because = { reason: "poll" } } = options;
  const now = clock.now();
  await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, id);
    if (row.state !== "running") return;
    const ageMs = now - (task.startedAt?.getTime() ?? now);
    const pauseMs = afterMs ?? Math.max(firstPauseMs, ageMs / 10) * (isDamaged ? 2 ** pollFaults : 1);
    const isTold = findTold(row.operation, task.operation) !== null;
    const at = isTold ? now : now + Math.min(longestPauseMs, pauseMs);
    const startAfter = new Date(at);
    await transaction.generation.update({
      where: { id },
      data: {
        workerId: null,
        nextPollAt: startAfter,
        ...(isDamaged ? { pollFaults: { increment: 1 } } : {}),
        // A turn that is only later is no news.
        ...(afterMs === undefined
          ? { waiting: { ...because, ...waitUntil(because.reason, at) }, version: { increment: 1 } }
          : {}),
      },
    });
    await jobs.enqueue(advanceGenerationJob, { generationId: id }, { startAfter, transaction });
  });
}
