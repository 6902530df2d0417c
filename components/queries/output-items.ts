import type { QueryClient } from "@tanstack/react-query";
import type { GenerationDto, OutputItemDto } from "@/lib/generations/read/generation-dto";
import type { ItemDto } from "@/lib/items/item-dto";

/** What a person changes of an item; the body of PATCH /api/v1/items/:id. */
export interface ItemChange {
  favourite?: boolean;
  rating?: number;
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** Null removes it. */
  title?: string | null;
  /** True moves it to the trash, false restores it. */
  trashed?: boolean;
}

type ItemState = Pick<ItemDto, "id" | "favourite" | "rating" | "tags" | "title" | "deletedAt" | "version">;

/** An item as the outputs of its generation carry it: without what it doesn't have. Pure. */
export function toOutputItem(state: ItemState): OutputItemDto {
  const { id, favourite, rating, tags, title, deletedAt, version } = state;
  return {
    id,
    version,
    ...(favourite ? { favourite } : {}),
    ...(rating > 0 ? { rating } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(title === null ? {} : { title }),
    ...(deletedAt === null ? {} : { deletedAt }),
  };
}

/** An item with a change that the studio has not stored yet. Pure. */
export function changeItem(item: OutputItemDto, change: ItemChange, now: Date): OutputItemDto {
  const tags = new Set([...(item.tags ?? []), ...(change.addTags ?? [])]);
  for (const tag of change.removeTags ?? []) tags.delete(tag);
  const {
    favourite = item.favourite ?? false,
    rating = item.rating ?? 0,
    title = item.title ?? null,
  } = change;
  const isTrashed = change.trashed ?? item.deletedAt !== undefined;
  const deletedAt = isTrashed ? (item.deletedAt ?? now.toISOString()) : null;
  return toOutputItem({ ...item, favourite, rating, tags: [...tags], title, deletedAt });
}

/** Replaces an item in a generation; the same object if the generation does not have it or knows a newer one. Pure. */
export function replaceItem(generation: GenerationDto, item: OutputItemDto): GenerationDto {
  const known = generation.outputs.find((output) => output.item?.id === item.id)?.item;
  if (!known || known.version > item.version) return generation;
  const outputs = generation.outputs.map((output) =>
    output.item?.id === item.id ? { ...output, item } : output,
  );
  return { ...generation, outputs, favourite: outputs.some((output) => output.item?.favourite) };
}

/** The key of mutations with these variables. */
export const itemChangeKey = ["item-change"];

export interface ChangedItem {
  generationId: string;
  /** As it is shown now. */
  item: OutputItemDto;
  change: ItemChange;
}

/**
 * An item with its changes that are still on their way to the studio: news of an earlier change must not show the old
 * value again, and a key pressed before the next paint must not repeat the press before it.
 */
export function withPendingChanges(client: QueryClient, item: OutputItemDto): OutputItemDto {
  const pending = client.getMutationCache().findAll({ mutationKey: itemChangeKey, status: "pending" });
  return pending
    .map(({ state }) => state.variables as ChangedItem)
    .filter((changed) => changed.item.id === item.id)
    .reduce((known, { change }) => changeItem(known, change, new Date()), item);
}

/** A state of a generation whose items have their pending changes. */
export function keepPendingChanges(client: QueryClient, generation: GenerationDto): GenerationDto {
  return generation.outputs.reduce((known, { item }) => {
    const changed = item && withPendingChanges(client, item);
    return changed && changed !== item ? replaceItem(known, changed) : known;
  }, generation);
}
