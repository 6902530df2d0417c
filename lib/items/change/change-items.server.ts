import type { AuditAuthor } from "@/lib/audit/record-audit.server";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ItemDto } from "../item-dto";
import { maxTags, type ItemChanges } from "../item-input";
import { getItem } from "../read/list-items.server";
import { applyChanges, isSame, lockItems, writeItems } from "./write-items.server";

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
      if (!next) {
        throw new StudioError("input.invalid", {
          fields: [{ path: "addTags", key: "field.too-many", values: { maximum: maxTags } }],
        });
      }
      return isSame(row, next) ? [] : [next];
    });
    await writeItems(transaction, { author, rows, changed });
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
