import { jsonNull } from "@/lib/db/database.server";
import { describeError } from "@/lib/errors/error-facts";
import { lockGeneration } from "../record/lock-generation.server";
import type { GenerationServices } from "../record/services.server";
import { isWhole } from "./settle-failure.server";
import { transition } from "../record/transition";
import { wakeLine } from "../line/replan-line.server";

/**
 * The service said of a task that it will never be done, or has its result no more. Where a worker died between storing
 * the last result and the end of the task, everything is here, and it succeeds.
 */
export async function endPendingGeneration(
  { database, clock, jobs }: GenerationServices,
  generationId: string,
  error: unknown,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const row = await lockGeneration(transaction, generationId);
    // A callback may have brought the result meanwhile; then the refusal comes too late.
    if (row.state !== "running") return;
    const isComplete = await isWhole(transaction, row);
    await transaction.generation.update({
      where: { id: generationId },
      data: {
        state: transition("running", isComplete ? "complete" : "fail")!,
        error: isComplete ? jsonNull : describeError(error),
        operation: jsonNull,
        taskConnection: null,
        waiting: jsonNull,
        nextPollAt: null,
        workerId: null,
        finishedAt: new Date(clock.now()),
        version: { increment: 1 },
      },
    });
    await wakeLine({ jobs }, transaction, row.rateBucket);
  });
}
