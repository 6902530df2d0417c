import { apiFetch } from "@/components/queries/api-fetch";
import { readItemDrag } from "@/components/queries/item-drag";
import type { ItemDto } from "@/lib/items/item-dto";

/** Items that were dragged from the bin: those of other people in the project can't be asked for one by one. */
const carried = new Map<string, ItemDto>();

export function carryItem(item: ItemDto): void {
  carried.set(item.id, item);
}

const mostItems = 50;

/**
 * The items of a drop on the film, in their order; the first fifty of a drag of very many. Call it in the event of the drop, since
 * the data is gone later. Throws ApiError.
 */
export function readDroppedItems(transfer: DataTransfer): Promise<ItemDto[]> {
  const dragged = readItemDrag(transfer);
  if (!dragged) return Promise.resolve([]);
  if ("ids" in dragged) {
    return Promise.all(
      dragged.ids
        .slice(0, mostItems)
        .map((id) => carried.get(id) ?? apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`)),
    );
  }
  const except = new Set(dragged.exceptIds);
  return apiFetch<{ items: ItemDto[] }>("/api/v1/items", {
    query: { ...dragged.filter, sort: dragged.sort, limit: mostItems },
  }).then(({ items }) => items.filter(({ id }) => !except.has(id)));
}
