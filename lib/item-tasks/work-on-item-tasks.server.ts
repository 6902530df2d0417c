import { studioClock } from "@/lib/clock";
import { setTimeout as delay } from "node:timers/promises";
import { getLogger } from "@/lib/errors/logger.server";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import { advanceItemTask, recordFault, type TaskServices } from "./advance-item-task.server";
import { advanceItemTaskJob } from "./item-task-job";

/** What creating tasks and going on with them needs. */
export interface TaskWakers extends TaskServices {
  jobs: Pick<JobQueue, "enqueue">;
}

/** How many batches of a task one turn does, so that tasks of others get theirs. */
const batchesPerTurn = 5;

/**
 * Takes a task some batches further and, if there is more to do, asks a worker for the next turn. After each of several
 * batches it rests as long as the batch took, so that requests of people find a processor and a disk that are free.
 */
export async function takeTurn(
  services: TaskWakers,
  taskId: string,
  { batches = 1, isStopping = () => false }: { batches?: number; isStopping?: () => boolean } = {},
): Promise<void> {
  let more = true;
  try {
    for (let count = 0; more && count < batches && !isStopping(); count += 1) {
      const startedAt = performance.now();
      more = await advanceItemTask(services, taskId);
      if (more && batches > 1) await delay(performance.now() - startedAt);
    }
  } catch (error) {
    getLogger().error({ err: error, taskId }, "A batch of an item task failed; a worker tries it again");
    await recordFault(services, taskId);
    return;
  }
  if (more) await services.jobs.enqueue(advanceItemTaskJob, { taskId });
}

const recoveryIntervalMs = 15_000;
/** A task without progress for this long lost its wake-up, or waits for a second try. */
const lateAfterMs = 10_000;

/** Works on the tasks of everyone, also those that a process left that was killed. */
export async function startItemTasks(
  services: TaskWakers,
  queue: Pick<JobQueue, "work">,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;

  async function wakeForgotten(before: Date): Promise<void> {
    try {
      const tasks = await services.database.itemTask.findMany({
        where: { finishedAt: null, updatedAt: { lte: before } },
        select: { id: true },
      });
      for (const { id } of tasks) await services.jobs.enqueue(advanceItemTaskJob, { taskId: id });
    } catch (error) {
      getLogger().error({ err: error }, "Item tasks could not be woken; they are soon");
    }
  }

  const worker = await queue.work(advanceItemTaskJob, async (batch) => {
    for (const taskId of new Set(batch.map((each) => each.taskId))) {
      await takeTurn(services, taskId, { batches: batchesPerTurn, isStopping: () => stopping });
    }
  });
  await wakeForgotten(new Date(studioClock.now()));
  const recovery = setInterval(
    () => void wakeForgotten(new Date(studioClock.now() - lateAfterMs)),
    recoveryIntervalMs,
  );
  return {
    async stop() {
      stopping = true;
      clearInterval(recovery);
      await worker.stop();
    },
  };
}
