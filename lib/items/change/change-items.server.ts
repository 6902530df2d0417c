import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Clock } from "@/lib/clock";
import type { Database, Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ItemDto } from "../item-dto";
import { maxTags, type ItemChanges } from "../item-input";
import { getItem } from "../read/list-items.server";
import { normaliseText } from "../search-text";

interface ItemServices {
  database: Database;
  clock: Clock;
}

/**
 * Changes items of a person: all of them or, after an error, none. Safe to repeat; what is so already stays unchanged.
 *
 * @returns how many were changed
 * @throws StudioError not-found where one does not exist or is somebody else's, input.invalid for too many tags
 */
export async function changeItems(
  { database, clock }: ItemServices,
  { author, ids, changes }: { author: AuditAuthor; ids: readonly string[]; changes: ItemChanges },
): Promise<number> {
  const wanted = [...new Set(ids)];
  return database.$transaction(async (transaction) => {
    const rows = await lockItems(transaction, author.userId, wanted);
    if (rows.length < wanted.length) throw new StudioError("not-found");
    const now = new Date(clock.now());
    const changed = rows.flatMap((row) => {
      const next = applyChanges(row, changes, now);
      return isSame(row, next) ? [] : [next];
    });
    if (changed.length === 0) return 0;
    await writeItems(transaction, changed);
    await auditTrash(transaction, { author, rows, changed });
    return changed.length;
  });
}

/** Changes one item. Throws as `changeItems`. */
export async function changeItem(
  services: ItemServices,
  { author, id, changes }: { author: AuditAuthor; id: string; changes: ItemChanges },
): Promise<ItemDto> {
  await changeItems(services, { author, ids: [id], changes });
  return getItem(services.database, { userId: author.userId, id });
}

/** What a person can change of an item. */
interface ChangeableItem {
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
async function lockItems(
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

/** @throws StudioError input.invalid for too many tags */
function applyChanges(row: ChangeableItem, changes: ItemChanges, now: Date): ChangeableItem {
  const { title = row.title, favourite = row.favourite, rating = row.rating, trashed } = changes;
  const removed = new Set(changes.removeTags);
  const tags = [...new Set([...row.tags, ...(changes.addTags ?? [])])].filter((tag) => !removed.has(tag));
  if (tags.length > maxTags) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "addTags", key: "field.too-many", values: { maximum: maxTags } }],
    });
  }
  const deletedAt = trashed === undefined ? row.deletedAt : trashed ? (row.deletedAt ?? now) : null;
  return { id: row.id, title, tags, favourite, rating, deletedAt };
}

function isSame(row: ChangeableItem, next: ChangeableItem): boolean {
  return (
    row.title === next.title &&
    row.favourite === next.favourite &&
    row.rating === next.rating &&
    row.deletedAt?.getTime() === next.deletedAt?.getTime() &&
    row.tags.join() === next.tags.join()
  );
}

/** Writes all in one statement, so that the counts by month are locked in one order. */
async function writeItems(
  transaction: Prisma.TransactionClient,
  items: readonly ChangeableItem[],
): Promise<void> {
  const rows = items.map((item) => ({
    ...item,
    ownText: [item.title, ...item.tags]
      .flatMap((text) => (text === null ? [] : normaliseText(text)))
      .join("\n"),
  }));
  await transaction.$executeRaw`
    UPDATE "Item" item
    SET "title" = next."title", "tags" = next."tags", "favourite" = next."favourite", "rating" = next."rating",
      "deletedAt" = next."deletedAt", "ownText" = next."ownText", "version" = item."version" + 1
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS next(
      "id" uuid, "title" text, "tags" text[], "favourite" boolean, "rating" integer, "deletedAt" timestamptz,
      "ownText" text
    )
    WHERE item."id" = next."id"`;
}

/** Records what was moved to trash and what was restored. */
async function auditTrash(
  transaction: Prisma.TransactionClient,
  { author, rows, changed }: { author: AuditAuthor; rows: ChangeableItem[]; changed: ChangeableItem[] },
): Promise<void> {
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
