import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Prisma } from "@/lib/db/database.server";
import { normaliseText } from "../search-text";
import { maxTags, type ItemChanges } from "../item-input";

/** What a person can change of an item. */
export interface ChangeableItem {
  id: string;
  title: string | null;
  tags: string[];
  favourite: boolean;
  rating: number;
  deletedAt: Date | null;
}

/**
 * Reads and locks the items, after their generations, which a trigger changes with them: everyone who changes both locks
 * them in this order.
 */
export async function lockItems(
  transaction: Prisma.TransactionClient,
  userId: string,
  ids: readonly string[],
): Promise<ChangeableItem[]> {
  await transaction.$queryRaw`
    SELECT "id" FROM "Generation" WHERE "id" IN (
      SELECT "generationId" FROM "Item" WHERE "id" = ANY (${ids}::uuid[]) AND "userId" = ${userId}::uuid
    ) ORDER BY "id" FOR NO KEY UPDATE`;
  return transaction.$queryRaw<ChangeableItem[]>`
    SELECT "id", "title", "tags", "favourite", "rating", "deletedAt" FROM "Item"
    WHERE "id" = ANY (${ids}::uuid[]) AND "userId" = ${userId}::uuid ORDER BY "id" FOR UPDATE`;
}

/** An item after the changes; null if it would have too many tags. Pure. */
export function applyChanges(row: ChangeableItem, changes: ItemChanges, now: Date): ChangeableItem | null {
  const { title = row.title, favourite = row.favourite, rating = row.rating, trashed } = changes;
  const removed = new Set(changes.removeTags);
  const tags = [...new Set([...row.tags, ...(changes.addTags ?? [])])].filter((tag) => !removed.has(tag));
  if (tags.length > maxTags) return null;
  const deletedAt = trashed === undefined ? row.deletedAt : trashed ? (row.deletedAt ?? now) : null;
  return { id: row.id, title, tags, favourite, rating, deletedAt };
}

/** The fields of `row` that differ from those of `next`. Pure. */
export function findDifferences(
  row: ChangeableItem,
  next: ChangeableItem,
): Partial<Omit<ChangeableItem, "id">> {
  return {
    ...(row.title === next.title ? {} : { title: row.title }),
    ...(row.tags.join() === next.tags.join() ? {} : { tags: row.tags }),
    ...(row.favourite === next.favourite ? {} : { favourite: row.favourite }),
    ...(row.rating === next.rating ? {} : { rating: row.rating }),
    ...(row.deletedAt?.getTime() === next.deletedAt?.getTime() ? {} : { deletedAt: row.deletedAt }),
  };
}

export function isSame(row: ChangeableItem, next: ChangeableItem): boolean {
  return Object.keys(findDifferences(row, next)).length === 0;
}

/** Writes all in one statement, so that the counts by month are locked in one order. */
export async function setItems(
  transaction: Prisma.TransactionClient,
  items: readonly ChangeableItem[],
): Promise<void> {
  const written = items.map((item) => ({
    ...item,
    ownText: [item.title, ...item.tags]
      .flatMap((text) => (text === null ? [] : normaliseText(text)))
      .join("\n"),
  }));
  await transaction.$executeRaw`
    UPDATE "Item" item
    SET "title" = next."title", "tags" = next."tags", "favourite" = next."favourite", "rating" = next."rating",
      "deletedAt" = next."deletedAt", "ownText" = next."ownText", "version" = item."version" + 1
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS next(
      "id" uuid, "title" text, "tags" text[], "favourite" boolean, "rating" integer, "deletedAt" timestamptz,
      "ownText" text
    )
    WHERE item."id" = next."id"`;
}

/**
 * Writes all in one statement and records what was moved to the trash or restored.
 *
 * @param options.rows what the items were, with those that don't change
 */
export async function writeItems(
  transaction: Prisma.TransactionClient,
  {
    author,
    rows,
    changed,
  }: { author: AuditAuthor; rows: readonly ChangeableItem[]; changed: readonly ChangeableItem[] },
): Promise<void> {
  if (changed.length === 0) return;
  await setItems(transaction, changed);
  const wasTrashed = new Set(rows.filter(({ deletedAt }) => deletedAt).map(({ id }) => id));
  const moved = changed.filter(({ id, deletedAt }) => wasTrashed.has(id) !== (deletedAt !== null));
  const [first] = moved;
  if (!first) return;
  await recordAudit(transaction, {
    kind: first.deletedAt ? "items-trashed" : "items-restored",
    author,
    ...(moved.length === 1 ? { subject: first.id } : { facts: { items: moved.length } }),
  });
}
