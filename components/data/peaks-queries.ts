import { queryOptions } from "@tanstack/react-query";
import { apiFetch } from "./api-fetch";

/** What GET /api/media/:assetId/peaks answers. */
export interface PeaksAnswer {
  durationSeconds: number;
  peaks: number[];
}

/** The only place where keys of waveform queries are written. */
export const peaksQueries = {
  /** The waveform of a stored sound. Computed once by the studio, and never another: the bytes are what the asset is. */
  detail: (assetId: string) =>
    queryOptions({
      queryKey: ["peaks", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<PeaksAnswer>(`/api/media/${encodeURIComponent(assetId)}/peaks`, { signal }),
      staleTime: Infinity,
    }),
};
