import { queryOptions } from "@tanstack/react-query";
import type { Chain } from "@/lib/generations/read/chain-dto";
import { apiFetch } from "./api-fetch";

/** The chain of videos that a generation belongs to. */
export const chainQuery = (id: string) =>
  queryOptions({
    queryKey: ["chains", id] as const,
    queryFn: ({ signal }) =>
      apiFetch<Chain>(`/api/v1/generations/${encodeURIComponent(id)}/chain`, { signal }),
  });
