import { z } from "zod";
import type { AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Prisma } from "@/lib/db/database.server";
import type { ItemTask, ItemTaskUndo } from "@/lib/db/generated/client";
import { deleteBatch } from "@/lib/generations/change/delete-items.server";
import { changeBatch, itemBeforeSchema, restoreBatch } from "@/lib/items/change/change-batch.server";
import {
  addBatch,
  placesSchema,
  removeBatch,
  undoAddBatch,
  undoRemoveBatch,
} from "@/lib/projects/change/project-batch.server";
import type { LeftItems } from "./item-task-dto";
import type { TaskAction } from "./stored-task";

/** What a batch did. */
export interface Applied {
  changed: number;
  left: Partial<LeftItems>;
  /** Of deleted items; their files go after the commit. */
  digests?: string[];
  /** What undoes it. */
  undo?: { before: Prisma.InputJsonValue; ids: string[] }[];
  /** The project of the task is gone, so nothing was done. */
  isProjectGone?: boolean;
}

const projectGone: Applied = { changed: 0, left: {}, isProjectGone: true };

/** Does the action of a task to some of its items. */
export async function applyAction(
  transaction: Prisma.TransactionClient,
  task: ItemTask,
  { action, ids, now }: { action: TaskAction; ids: string[]; now: Date },
): Promise<Applied> {
  const author = authorOf(task);
  const { userId } = task;
  if (ids.length === 0) return { changed: 0, left: {} };
  switch (action.kind) {
    case "delete": {
      const { includeUsed, skipTrash } = action;
      const options = { userId, author, ids, includeUsed, skipTrash, at: now };
      const { deleted, inUse, gone, notInTrash, running, digests } = await deleteBatch(transaction, options);
      return { changed: deleted, left: { inUse: inUse.length, gone, notInTrash, running }, digests };
    }
    case "change": {
      const { changes } = action;
      const options = { author, ids, changes, at: task.createdAt };
      const { changed, gone, fullOfTags, undo } = await changeBatch(transaction, options);
      return {
        changed,
        left: { gone, fullOfTags },
        undo: undo.map((each) => ({ ...each, before: toJson(each.before) })),
      };
    }
    case "project-add": {
      const done = await addBatch(transaction, { userId, projectId: action.projectId, ids, addedAt: now });
      if (!done) return projectGone;
      const undo = [{ before: { addedAt: now.toISOString() }, ids: done.added }];
      return { changed: done.added.length, left: { gone: done.gone }, undo };
    }
    case "project-remove": {
      const done = await removeBatch(transaction, { userId, projectId: action.projectId, ids });
      if (!done) return projectGone;
      const undo = [{ before: toJson({ places: done.places }), ids: done.removed }];
      return { changed: done.removed.length, left: {}, undo };
    }
  }
}

const addedSchema = z.object({ addedAt: z.coerce.date() });
const removedSchema = z.object({ places: placesSchema });

/** Undoes what `applyAction` did to items, as far as nobody changed it since. */
export async function undoAction(
  transaction: Prisma.TransactionClient,
  task: ItemTask,
  { action, step }: { action: Exclude<TaskAction, { kind: "delete" }>; step: ItemTaskUndo },
): Promise<{ restored: number; left: Partial<LeftItems> }> {
  const { itemIds: ids, before } = step;
  if (action.kind === "change") {
    const { restored, ...left } = await restoreBatch(transaction, {
      author: authorOf(task),
      ids,
      changes: action.changes,
      at: task.createdAt,
      before: itemBeforeSchema.parse(before),
    });
    return { restored, left };
  }
  const { projectId } = action;
  const batch = { userId: task.userId, projectId, ids };
  const done =
    action.kind === "project-add"
      ? await undoAddBatch(transaction, { ...batch, ...addedSchema.parse(before) })
      : await undoRemoveBatch(transaction, { ...batch, ...removedSchema.parse(before) });
  if (!done) return { restored: 0, left: { projectGone: ids.length } };
  const { restored, ...left } = done;
  return { restored, left };
}

/** Dates as text, as a column holds them. */
const toJson = (value: object): Prisma.InputJsonValue => JSON.parse(JSON.stringify(value));

const authorOf = ({ userId, via, credentialId }: ItemTask): AuditAuthor => ({
  userId,
  ...(via === "session" || via === "token" ? { via } : {}),
  ...(credentialId === null ? {} : { credentialId }),
});
