import type { ItemPage } from "@/lib/items/item-dto";
import type { ItemDto } from "@/lib/items/item-dto";
import { removeItems, updateItemPages, type ItemList, type ItemNews } from "./item-lists";

/** Longer than fetching any list takes. */
const rememberedMs = 60_000;

/**
 * Recent changes of items. The response of a list may be older than a change that overtook it; applying these changes to
 * the response prevents the screen from going back in time.
 */
export class LiveItems {
  /** The latest state by ID, oldest news first; null if it is deleted. */
  private readonly told = new Map<string, { item: ItemDto | null; atMs: number }>();
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  record({ items, gone }: ItemNews): void {
    for (const item of items) this.remember(item.id, item);
    for (const id of gone) this.remember(id, null);
    for (const [id, { atMs }] of this.told) {
      if (this.now() - atMs < rememberedMs) return;
      this.told.delete(id);
    }
  }

  /** All recent changes. */
  recent(): ItemNews {
    return toNews([...this.told]);
  }

  /** Applies the changes since `askedAtMs` to a page requested then. */
  overlay(page: ItemPage, list: ItemList, askedAtMs: number): ItemPage {
    const late = toNews([...this.told].filter(([, { atMs }]) => atMs >= askedAtMs));
    const [result] = late.items.reduce<readonly ItemPage[]>(
      (pages, item) => updateItemPages(pages, list, item) ?? pages,
      removeItems([page], late.gone),
    );
    return result ?? page;
  }

  private remember(id: string, item: ItemDto | null): void {
    const known = this.told.get(id)?.item;
    if (known && item && known.version > item.version) return;
    // Deleted first to keep the map ordered by age.
    this.told.delete(id);
    this.told.set(id, { item, atMs: this.now() });
  }
}

function toNews(told: readonly [string, { item: ItemDto | null }][]): ItemNews {
  return {
    items: told.flatMap(([, { item }]) => item ?? []),
    gone: told.flatMap(([id, { item }]) => (item ? [] : id)),
  };
}

/** One per tab, like the event stream. */
export const liveItems = new LiveItems();
