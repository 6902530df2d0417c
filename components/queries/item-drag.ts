import type { ItemDto } from "@/lib/items/item-dto";
import { apiFetch } from "./api-fetch";

/** The type of dragged items in a DataTransfer, also in other windows of the studio. */
export const itemsType = "application/x-reverie-items";

/** What identifies one dragged item while it is over something. */
export type DragFacts = Pick<ItemDto, "kind" | "generator">;

/** Which items are dragged, as the API takes them, and how many they are. */
export type DraggedItems = ({ ids: string[] } | { filter: Record<string, string>; exceptIds?: string[] }) & {
  count: number;
  /** The order of the list from which they come. */
  sort?: string;
};

/** Only the types of dragged data can be read before the drop, so facts about a single item are types as well. */
const factType = (name: keyof DragFacts, value: string) => `${itemsType}-${name}-${value}`;

/** Begins dragging items. Facts are those of a single one. */
export function writeItemDrag(transfer: DataTransfer, dragged: DraggedItems, facts?: DragFacts): void {
  transfer.effectAllowed = "copyMove";
  transfer.setData(itemsType, JSON.stringify(dragged));
  if (facts) {
    transfer.setData(factType("kind", facts.kind), facts.kind);
    transfer.setData(factType("generator", facts.generator), facts.generator);
  }
}

export const hasItems = ({ types }: DataTransfer) => types.includes(itemsType);

/** Whether a single item of this kind is dragged, or one of some generator. */
export function isDragging(
  { types }: Pick<DataTransfer, "types">,
  name: keyof DragFacts,
  value: string,
): boolean {
  return types.includes(factType(name, value));
}

/** Whether selected text is dragged; links are text, too. */
export const hasText = ({ types }: DataTransfer) =>
  types.includes("text/plain") && !types.includes("text/uri-list") && !types.includes(itemsType);

/** The items of a drop; null where others wrote the data. */
export function readItemDrag(transfer: DataTransfer): DraggedItems | null {
  const text = transfer.getData(itemsType);
  return text === "" ? null : (JSON.parse(text) as DraggedItems);
}

/** Reads the item of a drop of a single one. Throws ApiError. */
export async function fetchDraggedItem(transfer: DataTransfer): Promise<ItemDto | null> {
  const dragged = readItemDrag(transfer);
  const [id, ...more] = dragged && "ids" in dragged ? dragged.ids : [];
  if (id === undefined || more.length > 0) return null;
  return apiFetch<ItemDto>(`/api/v1/items/${encodeURIComponent(id)}`);
}
