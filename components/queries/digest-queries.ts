import { queryOptions } from "@tanstack/react-query";
import type { LiveList } from "@/lib/live/live-lists";
import type { Digest } from "@/lib/notices/digest-dto";
import { apiFetch } from "./api-fetch";

export const digestAddress = "/api/v1/digest";

/** How many generations Activity reads of the digest; it lists those with a result. */
export const readEnds = 6;

/** The only place where keys of queries of the digest are written. */
export const digestQueries = {
  shown: () =>
    queryOptions({
      queryKey: ["digest" satisfies LiveList] as const,
      queryFn: ({ signal }) => apiFetch<Digest>(digestAddress, { signal, query: { limit: readEnds } }),
    }),
};
