import { itemShortcuts } from "@/components/shell/item-shortcuts";
import type { ItemChange } from "@/components/queries/output-items";
import { matchShortcut, type KeyPress } from "@/components/ui/use-shortcut";
import type { OutputItemDto } from "@/lib/generations/read/generation-dto";

/** What a key changes of an item; null if the key means nothing to items. Pure. */
export function readItemKey(press: KeyPress, item: OutputItemDto): ItemChange | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (matchShortcut(itemShortcuts.favourite, press)) return { favourite: !item.favourite };
  if (/^[0-5]$/.test(press.key)) return { rating: Number(press.key) };
  // In the trash, the studio's own page decides what happens to it.
  if (matchShortcut(itemShortcuts.trash, press))
    return item.deletedAt === undefined ? { trashed: true } : null;
  return null;
}
