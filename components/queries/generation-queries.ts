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
} from "@/lib/generations/read/generation-dto";
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

const pageSize = 40;
/** As many as the API gives at once; of lists that are loaded whole. */
const largestPageSize = 100;

/** The only place where keys of generation queries are written. */
export const generationQueries = {
  all: ["generations"] as const,
  lists: ["generations", "list"] as const,
  allNeighbours: ["generations", "neighbours"] as const,

  /** Newest first, page by page. */
  list: (filter: GenerationFilter = {}, limit = pageSize) =>
    infiniteQueryOptions({
      // Pages of two sizes do not fit together, so the size tells lists apart.
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

  /** What has not ended yet. */
  active: () => generationQueries.list({ states: activeStates }, largestPageSize),

  /** What came from a generation. */
  descendants: (parentId: string) => generationQueries.list({ parentId }, largestPageSize),

  /** All takes of an idea, newest first. */
  takes: (idea: string) => generationQueries.list({ idea }),

  /** What stands before and after a generation in a list. */
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
      queryKey: ["generations", "detail", id] as const,
      queryFn: async ({ signal }) =>
        liveGenerations.overlayOne(
          await apiFetch<GenerationDto>(`/api/v1/generations/${encodeURIComponent(id)}`, { signal }),
        ),
    }),
};

/** Whether the next page of a list that is loaded whole is to be fetched now; one that failed waits for the next refetch. */
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
export function writeListQuery({ generators, states, favourite, trash, ...filter }: GenerationFilter) {
  return {
    ...filter,
    ...(generators ? { generator: generators.join(",") } : {}),
    ...(states ? { state: states.join(",") } : {}),
    ...(favourite ? { favourite: "true" } : {}),
    ...(trash ? { trash: "true" } : {}),
  };
}

/** All generations of a list that are loaded, in one row. */
export function flattenPages(data: InfiniteData<GenerationPage> | undefined): GenerationDto[] {
  return data?.pages.flatMap(({ generations }) => generations) ?? [];
}

/** Brings every cached list and detail up to date with what was told of one generation; older news is dropped. */
export function applyGeneration(client: QueryClient, generation: GenerationDto): void {
  liveGenerations.record(generation);
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
    // Found by a title that it has no longer, perhaps: whether its own words have what is searched, the server knows.
    if (known && known.title !== generation.title && matchFilter(filter, generation) === "undecided") {
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }
}

/**
 * Shows a change of a generation before the studio has answered. Only this telling of it is changed, so that neither the
 * change nor its taking back covers newer news. Lists of a search wait for the answer: what they show depends on it.
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

/** Every list that is loaded, with what it shows. */
function readLists(client: QueryClient) {
  return client
    .getQueriesData<InfiniteData<GenerationPage>>({ queryKey: generationQueries.lists })
    .flatMap(([key, data]) => (data ? [{ key, filter: key[2] as GenerationFilter, data }] : []));
}
