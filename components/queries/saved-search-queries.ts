import { queryOptions } from "@tanstack/react-query";
import type { LiveList } from "@/lib/live/live-lists";
import type { SavedSearches } from "@/lib/saved-searches/saved-search-dto";
import { apiFetch } from "./api-fetch";

export const savedSearchAddress = "/api/v1/saved-searches";

/** The only place where keys of queries of saved searches are written. */
export const savedSearchQueries = {
  list: () =>
    queryOptions({
      queryKey: ["savedSearches" satisfies LiveList] as const,
      queryFn: ({ signal }) => apiFetch<SavedSearches>(savedSearchAddress, { signal }),
    }),
};
