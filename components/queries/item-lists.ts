import type { ItemDto, ItemPage } from "@/lib/items/item-dto";
import type { ItemList } from "@/lib/items/item-list";
import type { ItemShape, ItemSort } from "@/lib/items/item-names";

export type { ItemList };

/** Changes of items: their new states, and the IDs of those that are deleted. */
export interface ItemNews {
  items: readonly ItemDto[];
  gone: readonly string[];
}

/** Whether an item belongs to a list; `undecided` when only the server can tell. */
export function matchItem(list: ItemList, item: ItemDto): "yes" | "no" | "undecided" {
  const { durationSeconds: seconds } = item;
  const needsLength =
    list.minSeconds !== undefined ||
    list.maxSeconds !== undefined ||
    list.sort === "longest" ||
    list.sort === "shortest";
  const fits =
    (item.deletedAt !== null) === (list.trash === "true") &&
    (!list.kind || list.kind === item.kind) &&
    (!list.generator || list.generator === item.generator) &&
    (!list.model || list.model === item.model) &&
    (!list.voice || list.voice === item.voice) &&
    (!list.sandbox || list.sandbox === String(item.sandbox)) &&
    item.bytes >= (list.minBytes ?? 0) &&
    item.bytes <= (list.maxBytes ?? Number.POSITIVE_INFINITY) &&
    (!list.tag || item.tags.includes(list.tag)) &&
    item.rating >= (list.rating ?? 0) &&
    (!list.favourite || item.favourite) &&
    (!list.shape || list.shape === shapeOf(item)) &&
    (!needsLength || seconds !== undefined) &&
    (seconds ?? 0) >= (list.minSeconds ?? 0) &&
    (seconds ?? 0) <= (list.maxSeconds ?? Number.POSITIVE_INFINITY) &&
    (!list.from || Date.parse(item.createdAt) >= Date.parse(list.from)) &&
    (!list.until || Date.parse(item.createdAt) < Date.parse(list.until));
  if (!fits) return "no";
  return list.q || list.project ? "undecided" : "yes";
}

function shapeOf({ width = 0, height = 0 }: ItemDto): ItemShape | null {
  if (width === 0 || height === 0) return null;
  return width > height ? "landscape" : width < height ? "portrait" : "square";
}

type Compare = (left: ItemDto, right: ItemDto) => number;

const byText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
const oldest: Compare = (left, right) => byText(left.createdAt, right.createdAt) || byText(left.id, right.id);
const newest: Compare = (left, right) => oldest(right, left);
const shortest: Compare = (left, right) =>
  (left.durationSeconds ?? 0) - (right.durationSeconds ?? 0) || byText(left.id, right.id);

/** The orders of lists as the server has them. Only it can sort titles: by the rules of its database. */
const orders: Readonly<Record<Exclude<ItemSort, "title">, Compare>> = {
  newest,
  oldest,
  shortest,
  longest: (left, right) => shortest(right, left),
  rating: (left, right) => right.rating - left.rating || newest(left, right),
  largest: (left, right) => right.bytes - left.bytes || byText(right.id, left.id),
};

/**
 * Updates an item in loaded pages: changes it in place, moves it, removes it if it no longer belongs, or inserts it where
 * it belongs between loaded ones.
 *
 * @returns the same array if nothing changed; null if only the server knows
 */
export function updateItemPages(
  pages: readonly ItemPage[],
  list: ItemList,
  item: ItemDto,
): readonly ItemPage[] | null {
  const known = pages.flatMap(({ items }) => items).find(({ id }) => id === item.id);
  if (known && known.version > item.version) return pages;
  const match = matchItem(list, item);
  if (match === "no") return known ? removeItems(pages, [item.id]) : pages;
  const { sort = "newest" } = list;
  if (match === "undecided" && (!known || isFoundByOtherWords(known, item))) return null;
  if (sort === "title") return known?.name === item.name ? replaceItem(pages, item) : null;
  if (known && orders[sort](known, item) === 0) return replaceItem(pages, item);
  return insert(known ? removeItems(pages, [item.id]) : pages, item, orders[sort]);
}

const isFoundByOtherWords = (known: ItemDto, item: ItemDto) =>
  known.name !== item.name || known.title !== item.title || known.tags.join() !== item.tags.join();

/** The pages without these items; the same array if they have none of them. */
export function removeItems(pages: readonly ItemPage[], ids: readonly string[]): readonly ItemPage[] {
  const removed = new Set(ids);
  if (!pages.some(({ items }) => items.some(({ id }) => removed.has(id)))) return pages;
  return pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !removed.has(id)) }));
}

function replaceItem(pages: readonly ItemPage[], item: ItemDto): readonly ItemPage[] {
  return pages.map((page) =>
    page.items.some(({ id }) => id === item.id)
      ? { ...page, items: page.items.map((each) => (each.id === item.id ? item : each)) }
      : page,
  );
}

/** What belongs before the first or behind the last loaded page arrives with its page. */
function insert(pages: readonly ItemPage[], item: ItemDto, compare: Compare): readonly ItemPage[] {
  const pageIndex = pages.findIndex(
    ({ items, nextCursor }) => nextCursor === null || items.some((each) => compare(item, each) < 0),
  );
  const page = pages[pageIndex];
  if (!page) return pages;
  const at = page.items.findIndex((each) => compare(item, each) < 0);
  if (pageIndex === 0 && at === 0 && page.previousCursor !== null) return pages;
  return pages.with(pageIndex, {
    ...page,
    items: page.items.toSpliced(at === -1 ? page.items.length : at, 0, item),
  });
}
