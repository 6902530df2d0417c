import { queryOptions } from "@tanstack/react-query";
import type { LiveList } from "@/lib/live/live-lists";
import type { Snippets } from "@/lib/snippets/snippet-dto";
import { apiFetch } from "./api-fetch";

export const snippetAddress = "/api/v1/snippets";

/** The only place where keys of queries of snippets are written. */
export const snippetQueries = {
  list: () =>
    queryOptions({
      queryKey: ["snippets" satisfies LiveList] as const,
      queryFn: ({ signal }) => apiFetch<Snippets>(snippetAddress, { signal }),
    }),
};
