import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type InfiniteQueryObserverResult,
  type QueryClient,
} from "@tanstack/react-query";
import type {
  GenerationDto,
  GenerationNeighbours,
  GenerationPage,
  OutputItemDto,
} from "@/lib/generations/read/generation-dto";
import type { FailureDays } from "@/lib/generations/read/failure-days-dto";
import { isFruitless } from "@/lib/generations/record/states";
import { apiFetch } from "./api-fetch";
import {
  activeStates,
  changesNeighbours,
  matchFilter,
  newerOf,
  updatePages,
  type GenerationFilter,
} from "./generation-lists";
import { liveGenerations } from "./live-generations";
import { keepPendingChanges, replaceItem } from "./output-items";
import { withoutTrash } from "./shown-results";

const pageSize = 40;
/** The page size of lists that are loaded completely: the API's maximum. */
const largestPageSize = 100;

/** The only place where keys of generation queries are written. */
export const generationQueries = {
  all: ["generations"] as const,
  lists: ["generations", "list"] as const,
  details: ["generations", "detail"] as const,
  allFailures: ["generations", "failures"] as const,
  allNeighbours: ["generations", "neighbours"] as const,

  /** Newest first, page by page. */
  list: (filter: GenerationFilter = {}, limit = pageSize) =>
    infiniteQueryOptions({
      // Lists of different page sizes must not share pages.
      queryKey: [...generationQueries.lists, filter, limit] as const,
      queryFn: async ({ pageParam, signal }): Promise<GenerationPage> => {
        const askedAtMs = performance.now();
        const page = await apiFetch<GenerationPage>("/api/v1/generations", {
          signal,
          query: { ...writeListQuery(filter), cursor: pageParam, limit },
        });
        return liveGenerations.overlay(page, filter, askedAtMs, pageParam === undefined);
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),

  /** The takes of a generator's page. Hundreds that wait are a line above them. */
  made: (generator: string) => generationQueries.list(takesOf(generator)),

  /** Generations that have not ended. */
  active: () => generationQueries.list({ states: activeStates }, largestPageSize),

  /** The descendants of a generation. */
  descendants: (parentId: string) => generationQueries.list({ parentId }, largestPageSize),

  /** All takes of an idea, newest first. */
  takes: (idea: string) => generationQueries.list({ idea }),

  /** How many generations ended without success, by day, in a span of ISO times. */
  failures: (span: { from?: string; until?: string; timeZone?: string } = {}) =>
    queryOptions({
      queryKey: [...generationQueries.allFailures, span] as const,
      queryFn: ({ signal }) =>
        apiFetch<FailureDays>("/api/v1/generations/failures", { signal, query: { ...span } }),
    }),

  /** The generations before and after one in a list. */
  neighbours: (id: string, filter: GenerationFilter = {}) =>
    queryOptions({
      queryKey: [...generationQueries.allNeighbours, id, filter] as const,
      queryFn: ({ signal }) =>
        apiFetch<GenerationNeighbours>(`/api/v1/generations/${encodeURIComponent(id)}/neighbours`, {
          signal,
          query: writeListQuery(filter),
        }),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...generationQueries.details, id] as const,
      queryFn: async ({ signal }) =>
        liveGenerations.overlayOne(
          await apiFetch<GenerationDto>(`/api/v1/generations/${encodeURIComponent(id)}`, { signal }),
        ),
    }),
};

/** What the page of a generator lists. */
export const takesOf = (generator: string): GenerationFilter => ({ generator, unsent: false });

/** Whether to fetch the next page of a list that is loaded completely; a failed one waits for the next refetch. */
export function wantsNextPage(
  query: Pick<
    InfiniteQueryObserverResult<InfiniteData<GenerationPage>>,
    "data" | "hasNextPage" | "isFetching" | "isFetchNextPageError"
  >,
  maxPages = Number.POSITIVE_INFINITY,
): boolean {
  return (
    query.hasNextPage &&
    !query.isFetching &&
    !query.isFetchNextPageError &&
    (query.data?.pages.length ?? 0) < maxPages
  );
}

/** A filter as the query of the REST API. */
export function writeListQuery({
  generators,
  states,
  favourite,
  trash,
  dismissed,
  unsent,
  ...filter
}: GenerationFilter) {
  return {
    ...filter,
    ...(generators ? { generator: generators.join(",") } : {}),
    ...(states ? { state: states.join(",") } : {}),
    ...(favourite ? { favourite: "true" } : {}),
    ...(trash ? { trash: "true" } : {}),
    ...(unsent === undefined ? {} : { unsent: String(unsent) }),
    ...(dismissed === undefined ? {} : { dismissed: String(dismissed) }),
  };
}

const noGenerations: readonly GenerationDto[] = [];
const flattened = new WeakMap<InfiniteData<GenerationPage>, readonly GenerationDto[]>();

/** All loaded generations of a list, without results in the trash; the same array for the same data. */
export function flattenPages(data: InfiniteData<GenerationPage> | undefined): readonly GenerationDto[] {
  if (!data) return noGenerations;
  const known = flattened.get(data) ?? data.pages.flatMap(({ generations }) => generations.map(withoutTrash));
  flattened.set(data, known);
  return known;
}

/** Updates every cached list and detail with an event; ignores older states. */
export function applyGeneration(client: QueryClient, generation: GenerationDto): void {
  liveGenerations.record(generation);
  updateCache(client, generation);
}

/** Applies recent events to data that came another way and may be older. */
export function repeatEvents(client: QueryClient): void {
  for (const generation of liveGenerations.recent()) updateCache(client, generation);
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
