import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type {
  GenerationDto,
  GenerationNeighbours,
  GenerationPage,
  OutputItemDto,
} from "@/lib/generations/read/generation-dto";
import { isFruitless } from "@/lib/generations/record/states";
import {
  changesNeighbours,
  matchFilter,
  newerOf,
  updatePages,
  type GenerationFilter,
} from "./generation-lists";
import { flattenPages, generationQueries } from "./generation-queries";
import { liveGenerations } from "./live-generations";
import { keepPendingChanges, replaceItem } from "./output-items";

/** Updates every cached list and detail with an event; ignores older states. */
export function applyGeneration(client: QueryClient, generation: GenerationDto): void {
  liveGenerations.record(generation, updateCache);
  updateCache(client, generation);
}

function updateCache(client: QueryClient, told: GenerationDto): void {
  const generation = keepPendingChanges(client, told);
  if (isFruitless(generation.state)) {
    void client.invalidateQueries({ queryKey: generationQueries.allFailures });
  }
  client.setQueryData(generationQueries.detail(generation.id).queryKey, (known) =>
    known ? newerOf(known, generation) : generation,
  );
  for (const [queryKey, data] of client.getQueriesData<GenerationNeighbours>({
    queryKey: generationQueries.allNeighbours,
  })) {
    const [, , id, filter] = queryKey as ReturnType<typeof generationQueries.neighbours>["queryKey"];
    if (data && changesNeighbours({ id, ...data }, filter, generation)) {
      void client.invalidateQueries({ queryKey, exact: true });
    }
  }
  for (const { key, filter, data } of readLists(client)) {
    const pages = updatePages(data.pages, filter, generation);
    if (pages === data.pages) continue;
    client.setQueryData<InfiniteData<GenerationPage>>(key, { ...data, pages: [...pages] });
    const known = flattenPages(data).find(({ id }) => id === generation.id);
    // Its old title may have matched; only the server knows whether its text does.
    if (known && known.title !== generation.title && matchFilter(filter, generation) === "undecided") {
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }
}

/**
 * Shows a change of a generation before the studio responds. It applies to this version only, so that neither the change
 * nor its rollback overwrites a newer state. Search results wait for the response, since they depend on it.
 */
export function previewGeneration(
  client: QueryClient,
  { id, version }: Pick<GenerationDto, "id" | "version">,
  change: Partial<GenerationDto>,
): void {
  const isMeant = (known: GenerationDto) => known.id === id && known.version === version;
  const preview = (known: GenerationDto) => (isMeant(known) ? { ...known, ...change } : known);
  client.setQueryData(generationQueries.detail(id).queryKey, (known) => known && preview(known));
  for (const { key, filter, data } of readLists(client)) {
    if (filter.q || !flattenPages(data).some(isMeant)) continue;
    const pages = data.pages.map((page) => ({ ...page, generations: page.generations.map(preview) }));
    client.setQueryData<InfiniteData<GenerationPage>>(key, { ...data, pages });
  }
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

/** Every loaded list with its filter. */
export function readLists(client: QueryClient) {
  return client
    .getQueriesData<InfiniteData<GenerationPage>>({ queryKey: generationQueries.lists })
    .flatMap(([key, data]) => (data ? [{ key, filter: key[2] as GenerationFilter, data }] : []));
}
