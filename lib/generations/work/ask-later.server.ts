import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { waitUntil } from "@/lib/paid-calls/line-wait";
import { advanceGenerationJob } from "../record/advance-job";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import type { Waiting } from "../record/waiting";

/** A failed poll says nothing about the task, so it is repeated: this long after the first one, then less often. */
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;

/** A task whose poll brought no answer. */
interface UnansweredTask {
  id: string;
  /** The operation that was polled. */
  operation: unknown;
  startedAt: Date | null;
  /** How many polls in a row delivered a damaged result. */
  pollFaults: number;
}

/**
 * Plans the next poll of a task: after `afterMs`, else the later the older the task is, and the later the more often its
 * result was damaged. At once where a callback or the person added something during the poll.
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
    const hasUpdate = findCallbackUpdate(row.operation, task.operation) !== null;
    const at = hasUpdate ? now : now + Math.min(longestPauseMs, pauseMs);
    const startAfter = new Date(at);
    await transaction.generation.update({
      where: { id },
      data: {
        workerId: null,
        nextPollAt: startAfter,
        ...(isDamaged ? { pollFaults: { increment: 1 } } : {}),
        // A poll that only moves for the rate limit is not shown.
        ...(afterMs === undefined
          ? { waiting: { ...because, ...waitUntil(because.reason, at) }, version: { increment: 1 } }
          : {}),
      },
    });
    await jobs.enqueue(advanceGenerationJob, { generationId: id }, { startAfter, transaction });
  });
}

const updateSchema = z.looseObject({ fileId: z.unknown().optional(), pushed: z.unknown().optional() });

/** What a callback (`pushed`) or the person (`fileId`) added to an operation while it was polled; null for nothing. */
export function findCallbackUpdate(operation: unknown, polled: unknown): Record<string, unknown> | null {
  const now = updateSchema.safeParse(operation).data;
  const before = updateSchema.safeParse(polled).data;
  const added = (["fileId", "pushed"] as const)
    .filter((key) => now?.[key] !== undefined && !isDeepStrictEqual(now[key], before?.[key]))
    .map((key): [string, unknown] => [key, now?.[key]]);
  return added.length > 0 ? Object.fromEntries(added) : null;
}
