import type { Prisma } from "@/lib/db/database.server";
import type { ItemTask } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import { lockTask } from "./advance-item-task.server";
import { takeTurn, type TaskWakers } from "./work-on-item-tasks.server";
import type { ItemTaskDto } from "./item-task-dto";
import { canUndo, getItemTask } from "./read-item-tasks.server";

interface OwnTask {
  userId: string;
  id: string;
}

/**
 * Cancels a running task; what it did stays. Safe to repeat.
 *
 * @throws StudioError not-found, item-task.state for a task that has ended or is being undone
 */
export async function cancelItemTask(services: TaskWakers, one: OwnTask): Promise<ItemTaskDto> {
  await services.database.$transaction(async (transaction) => {
    const task = await lockOwnTask(transaction, one);
    if (task.state === "cancelled") return;
    if (task.state !== "running") throw new StudioError("item-task.state");
    await transaction.itemTask.update({
      where: { id: one.id },
      data: {
        state: "cancelled",
        finishedAt: new Date(services.clock.now()),
        version: { increment: 1 },
      },
    });
  });
  return getItemTask(services.database, one);
}

/**
 * Gives all items back what the task changed, unless the same was changed again since. A running task is stopped. Safe to
 * repeat.
 *
 * @throws StudioError not-found, item-task.state for a deletion or a task that changed nothing
 */
export async function undoItemTask(services: TaskWakers, one: OwnTask): Promise<ItemTaskDto> {
  const isNew = await services.database.$transaction(async (transaction) => {
    const task = await lockOwnTask(transaction, one);
    if (task.state === "undoing" || task.state === "undone") return false;
    if (!canUndo(task)) throw new StudioError("item-task.state");
    await transaction.itemTask.update({
      where: { id: one.id },
      data: { state: "undoing", finishedAt: null, faults: 0, version: { increment: 1 } },
    });
    return true;
  });
  if (isNew) await takeTurn(services, one.id);
  return getItemTask(services.database, one);
}

async function lockOwnTask(
  transaction: Prisma.TransactionClient,
  { userId, id }: OwnTask,
): Promise<ItemTask> {
  const task = await lockTask(transaction, id);
  if (task?.userId !== userId) throw new StudioError("not-found");
  return task;
}

const keptMs = 24 * 60 * 60 * 1000;

/** Deletes tasks that ended more than a day ago; they can't be undone any more. */
export async function deleteOldItemTasks({
  database,
  clock,
}: Pick<TaskWakers, "database" | "clock">): Promise<void> {
  await database.itemTask.deleteMany({ where: { finishedAt: { lt: new Date(clock.now() - keptMs) } } });
}
