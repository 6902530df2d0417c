import { queryOptions } from "@tanstack/react-query";
import type { LyricsDraftList } from "@/lib/lyrics/lyrics-dto";
import { apiFetch } from "./api-fetch";

const pollIntervalMs = 1_500;

/** The only place where keys of queries about lyrics are written. */
export const lyricsQueries = {
  /** Lyrics that the service wrote for the person; polled while it is writing. */
  drafts: () =>
    queryOptions({
      queryKey: ["lyrics", "drafts"] as const,
      queryFn: async ({ signal }) => (await apiFetch<LyricsDraftList>("/api/v1/lyrics", { signal })).drafts,
      // Other tabs and scripts request some, too.
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((draft) => draft.state === "running") ? pollIntervalMs : false,
    }),
};
