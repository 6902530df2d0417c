import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { GenerationDto, GenerationPage, OutputItemDto } from "@/lib/generations/read/generation-dto";
import type { ItemDto } from "@/lib/items/item-dto";
import { flattenPages, generationQueries, readLists } from "./generation-queries";

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

/** Shows an item in every loaded list and page, before the event of its generation comes. */
export function applyItem(
  client: QueryClient,
  { generationId, item }: { generationId: string; item: OutputItemDto },
): void {
  client.setQueryData(
    generationQueries.detail(generationId).queryKey,
    (known) => known && replaceItem(known, item),
  );
  for (const { key, data } of readLists(client)) {
    if (!flattenPages(data).some(({ id }) => id === generationId)) continue;
    const pages = data.pages.map((page) => ({
      ...page,
      generations: page.generations.map((known) =>
        known.id === generationId ? replaceItem(known, item) : known,
      ),
    }));
    client.setQueryData<InfiniteData<GenerationPage>>(key, { ...data, pages });
  }
}
