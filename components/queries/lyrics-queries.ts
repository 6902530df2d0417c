import { queryOptions } from "@tanstack/react-query";
import type { LyricsDraftList } from "@/lib/lyrics/lyrics-dto";
import { apiFetch } from "./api-fetch";

const pollIntervalMs = 1_500;

/** The only place where keys of queries about lyrics are written. */
export const lyricsQueries = {
  /** What the service wrote for the person before; asked after for as long as it is writing. */
  drafts: () =>
    queryOptions({
      queryKey: ["lyrics", "drafts"] as const,
      queryFn: async ({ signal }) => (await apiFetch<LyricsDraftList>("/api/v1/lyrics", { signal })).drafts,
      // Written by a press elsewhere, and by scripts.
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((draft) => draft.state === "running") ? pollIntervalMs : false,
    }),
};
