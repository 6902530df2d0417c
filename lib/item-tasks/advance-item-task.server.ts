import { z } from "zod";
import type { Clock } from "@/lib/clock";
import type { Database, Prisma } from "@/lib/db/database.server";
import type { ItemTask } from "@/lib/db/generated/client";
import { removeFiles } from "@/lib/generations/change/delete-items.server";
import { findItems } from "@/lib/items/read/find-items.server";
import { findPositionOf, type SortValue } from "@/lib/items/read/item-sorts.server";
import { applyAction, undoAction } from "./apply-action.server";
import { leftItemsSchema, type ItemTaskState, type LeftItems } from "./item-task-dto";
import { parseFilter, taskActionSchema, type TaskAction } from "./stored-task";

export interface TaskServices {
  database: Database;
  clock: Clock;
}

/** How many items one transaction works on: others wait for its locks. */
export const batchSize = 200;

/** A batch that fails again and again is not tried for ever. */
const maxFaults = 5;

/**
 * Takes a task one batch further. The changes of a batch, how far the task is, and what undoes it are one transaction
 * that begins with the lock of the task: a killed process leaves nothing half-done, and processes that work on the same
 * task take turns. Locks: task, then generations, items and numbers of items as everyone who changes items.
 *
 * @returns whether there is more to do
 */
export async function advanceItemTask({ database, clock }: TaskServices, id: string): Promise<boolean> {
  const { more, digests } = await database.$transaction(async (transaction) => {
    const task = await lockTask(transaction, id);
    // Triggers tell less: browsers reload what they show at the end of the task.
    await transaction.$queryRaw`SELECT set_config('reverie.item_task', 'on', true)`;
    const now = new Date(clock.now());
    if (task?.state === "running") return workOnBatch(transaction, task, now);
    if (task?.state === "undoing") return undoBatch(transaction, task, now);
    return { more: false, digests: [] };
  });
  await removeFiles({ database }, digests);
  return more;
}

/** Notes that a batch failed. The task ends after several faults in a row. */
export async function recordFault({ database, clock }: TaskServices, id: string): Promise<void> {
  const { faults } = await database.itemTask.update({
    where: { id },
    data: { faults: { increment: 1 }, version: { increment: 1 } },
  });
  if (faults < maxFaults) return;
  await database.itemTask.updateMany({
    where: { id, finishedAt: null },
    data: { state: "failed", finishedAt: new Date(clock.now()), version: { increment: 1 } },
  });
}

/** Waits until no batch of the task is in progress. */
export async function lockTask(transaction: Prisma.TransactionClient, id: string): Promise<ItemTask | null> {
  await transaction.$queryRaw`SELECT "id" FROM "ItemTask" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return transaction.itemTask.findUnique({ where: { id } });
}

interface Step {
  more: boolean;
  /** Of deleted items; their files go after the commit. */
  digests: string[];
}

async function workOnBatch(transaction: Prisma.TransactionClient, task: ItemTask, now: Date): Promise<Step> {
  const { disabledAt } = await transaction.user.findUniqueOrThrow({
    where: { id: task.userId },
    select: { disabledAt: true },
  });
  if (disabledAt) {
    await saveProgress(transaction, task, { state: "cancelled", now });
    return { more: false, digests: [] };
  }
  const action = taskActionSchema.parse(task.action);
  const { ids, position, isLast } = await findBatch(transaction, task, action);
  const {
    changed,
    left,
    digests = [],
    undo = [],
    isProjectGone,
  } = await applyAction(transaction, task, {
    action,
    ids,
    now,
  });
  if (isProjectGone) {
    const rest = Math.max(ids.length, task.total - task.done);
    await saveProgress(transaction, task, { left: { projectGone: rest }, state: "failed", now });
    return { more: false, digests: [] };
  }
  await transaction.itemTaskUndo.createMany({
    data: undo.map((each) => ({ taskId: task.id, before: each.before, itemIds: each.ids })),
  });
  await saveProgress(transaction, task, {
    ...position,
    done: task.done + ids.length,
    changed: task.changed + changed,
    left,
    ...(isLast ? { state: "succeeded" } : {}),
    now,
  });
  return { more: !isLast, digests };
}

/** The next items of a task, and where it is after them. */
async function findBatch(transaction: Prisma.TransactionClient, task: ItemTask, action: TaskAction) {
  if (task.filter === null) {
    const ids = task.itemIds.slice(task.done, task.done + batchSize);
    return { ids, position: {}, isLast: task.done + ids.length >= task.itemIds.length };
  }
  const sort = action.kind === "project-add" ? action.sort : "newest";
  const after = readPosition(task);
  const found = await findItems(transaction, {
    userId: task.userId,
    filter: parseFilter(task.filter),
    sort,
    ...(after ? { position: { after, backwards: false } } : {}),
    limit: batchSize,
  });
  const excepted = new Set(task.itemIds);
  const last = found.at(-1);
  return {
    ids: found.flatMap(({ id }) => (excepted.has(id) ? [] : [id])),
    position: last ? { after: [...findPositionOf(sort, last, false).after] } : {},
    isLast: found.length < batchSize,
  };
}

const positionSchema = z.array(z.union([z.string(), z.number()]));

/** Behind which item of the list a task goes on; undefined at the beginning. */
function readPosition({ after, afterAt, afterId }: ItemTask): readonly SortValue[] | undefined {
  if (after !== null) return positionSchema.parse(after);
  return afterAt && afterId ? [afterAt.toISOString(), afterId] : undefined;
}

/** Restores the items of a task that it changed last, and forgets what they were. */
async function undoBatch(transaction: Prisma.TransactionClient, task: ItemTask, now: Date): Promise<Step> {
  const [step, next] = await transaction.itemTaskUndo.findMany({
    where: { taskId: task.id },
    orderBy: { id: "desc" },
    take: 2,
  });
  const action = taskActionSchema.parse(task.action);
  if (!step || action.kind === "delete") {
    await saveProgress(transaction, task, { state: "undone", now });
    return { more: false, digests: [] };
  }
  const { restored, left } = await undoAction(transaction, task, { action, step });
  await transaction.itemTaskUndo.delete({ where: { id: step.id } });
  await saveProgress(transaction, task, {
    restored: task.restored + restored,
    left,
    ...(next ? {} : { state: "undone" }),
    now,
  });
  return { more: next !== undefined, digests: [] };
}

interface Progress {
  after?: SortValue[];
  done?: number;
  changed?: number;
  restored?: number;
  /** What is added to the numbers so far. */
  left?: Partial<LeftItems>;
  /** The state that ends the task. */
  state?: ItemTaskState;
  now: Date;
}

async function saveProgress(
  transaction: Prisma.TransactionClient,
  task: ItemTask,
  { left = {}, state, now, ...numbers }: Progress,
): Promise<void> {
  const before = leftItemsSchema.parse(task.left);
  const sum = Object.fromEntries(
    Object.entries(before).map(([reason, count]) => [reason, count + (left[reason as keyof LeftItems] ?? 0)]),
  );
  await transaction.itemTask.update({
    where: { id: task.id },
    data: {
      ...numbers,
      left: sum,
      faults: 0,
      version: { increment: 1 },
      ...(state ? { state, finishedAt: now } : {}),
    },
  });
}
