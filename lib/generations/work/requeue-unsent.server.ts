import type { Prisma } from "@/lib/db/database.server";
import type { Claim } from "../line/claim-generation.server";
import { advanceGenerationJob } from "../record/advance-job";
import { lockGeneration } from "../record/lock-generation.server";
import { noteStep } from "../record/note-step.server";
import { transition } from "../record/transition";
import type { WorkerServices } from "../record/worker-services.server";

/**
 * Returns a generation to the queue whose attempt this worker has opened without sending anything, and frees its slot.
 *
 * @returns false where the attempt isn't open, or no longer this worker's
 */
export async function requeueUnsent(
  { clock, jobs, workerId }: Pick<WorkerServices, "clock" | "jobs" | "workerId">,
  transaction: Prisma.TransactionClient,
  { generationId, attemptId }: Claim,
): Promise<boolean> {
  const row = await lockGeneration(transaction, generationId);
  if (row.state !== "running" || row.workerId !== workerId) return false;
  const now = new Date(clock.now());
  const { count } = await transaction.attempt.updateMany({
    where: { id: attemptId, state: "open" },
    data: { state: "unsent", finishedAt: now },
  });
  if (count === 0) return false;
  await transaction.generation.update({
    where: { id: generationId },
    data: {
      state: transition("running", "requeue")!,
      workerId: null,
      startedAt: null,
      taskConnection: null,
      scheduledAt: now,
      version: { increment: 1 },
    },
  });
  noteStep(transaction, row, "requeued", { attemptId });
  await jobs.enqueue(advanceGenerationJob, { generationId }, { transaction });
  return true;
}
