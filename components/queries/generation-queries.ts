import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type InfiniteQueryObserverResult,
} from "@tanstack/react-query";
import type {
  GenerationDto,
  GenerationNeighbours,
  GenerationPage,
} from "@/lib/generations/read/generation-dto";
import type { FailureDays } from "@/lib/generations/read/failure-days-dto";
import { apiFetch } from "./api-fetch";
import { activeStates, type GenerationFilter } from "./generation-lists";
import { liveGenerations } from "./live-generations";
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
