import { z } from "zod";
import type { AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Prisma } from "@/lib/db/database.server";
import type { ItemChanges } from "../item-input";
import { applyChanges, findDifferences, lockItems, writeItems } from "./write-items.server";

/** The fields of an item that were changed, with what they were before. */
export const itemBeforeSchema = z
  .object({
    title: z.string().nullable(),
    tags: z.array(z.string()),
    favourite: z.boolean(),
    rating: z.number().int(),
    deletedAt: z.coerce.date().nullable(),
  })
  .partial();
export type ItemBefore = z.output<typeof itemBeforeSchema>;

/** Items that all had the same values before. */
export interface BatchUndo {
  before: ItemBefore;
  ids: string[];
}

interface BatchOptions {
  author: AuditAuthor;
  ids: readonly string[];
  changes: ItemChanges;
  /** When what is moved to the trash was moved. The same for all batches: undoing recognises by it what it may restore. */
  at: Date;
}

/**
 * Changes those of the items that still exist and can be changed. What is so already stays unchanged.
 *
 * @returns how many were changed, how many were left and why, and what undoes it
 */
export async function changeBatch(
  transaction: Prisma.TransactionClient,
  { author, ids, changes, at }: BatchOptions,
): Promise<{ changed: number; gone: number; fullOfTags: number; undo: BatchUndo[] }> {
  const rows = await lockItems(transaction, author.userId, ids);
  const undo = new Map<string, BatchUndo>();
  let fullOfTags = 0;
  const changed = rows.flatMap((row) => {
    const next = applyChanges(row, changes, at);
    if (!next) {
      fullOfTags += 1;
      return [];
    }
    const before = findDifferences(row, next);
    if (Object.keys(before).length === 0) return [];
    const key = JSON.stringify(before);
    const group = undo.get(key) ?? { before, ids: [] };
    group.ids.push(row.id);
    undo.set(key, group);
    return [next];
  });
  await writeItems(transaction, { author, rows, changed });
  return { changed: changed.length, gone: ids.length - rows.length, fullOfTags, undo: [...undo.values()] };
}

/**
 * Gives items back what `changeBatch` changed. An item of which this was changed again since keeps it.
 *
 * @returns how many were restored, and how many were left and why
 */
export async function restoreBatch(
  transaction: Prisma.TransactionClient,
  { author, ids, changes, at, before }: BatchOptions & { before: ItemBefore },
): Promise<{ restored: number; gone: number; changedSince: number }> {
  const rows = await lockItems(transaction, author.userId, ids);
  const changed = rows.flatMap((row) => {
    const restored = { ...row, ...before };
    const expected = applyChanges(restored, changes, at);
    const isUntouched = expected && Object.keys(findDifferences(row, expected)).length === 0;
    return isUntouched ? [restored] : [];
  });
  await writeItems(transaction, { author, rows, changed });
  return {
    restored: changed.length,
    gone: ids.length - rows.length,
    changedSince: rows.length - changed.length,
  };
}
