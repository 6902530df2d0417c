import { queryOptions } from "@tanstack/react-query";
import type { Lineage } from "@/lib/generations/read/lineage-dto";
import { apiFetch } from "./api-fetch";
import { itemQueries } from "./item-queries";

/** What an item was made from, and what was made from it. */
export const lineageQuery = (id: string) =>
  queryOptions({
    queryKey: [...itemQueries.related, "lineage", id] as const,
    queryFn: ({ signal }) => apiFetch<Lineage>(`/api/v1/items/${encodeURIComponent(id)}/lineage`, { signal }),
  });
