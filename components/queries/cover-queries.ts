import { queryOptions } from "@tanstack/react-query";
import { chooseAnalysis, isPending } from "@/lib/covers/choose-analysis";
import type { CoverAnalysisDto, CoverAnalysisList } from "@/lib/covers/cover-analysis-dto";
import { apiFetch } from "./api-fetch";
import { readServerTime } from "./server-clock";

const pollIntervalMs = 700;
const listAddress = "/api/v1/cover-analyses";

/** The only place where keys of queries about analysed sounds are written. */
export const coverQueries = {
  /** One analysis, polled until it ends. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ["cover-analyses", id] as const,
      queryFn: ({ signal }) => apiFetch<CoverAnalysisDto>(`${listAddress}/${id}`, { signal }),
      refetchInterval: ({ state }) => (state.data && isPending(state.data) ? pollIntervalMs : false),
    }),

  /** The latest analysis of a sound, or the one with an identifier; null if there is none. */
  latest: (of: { assetId: string } | { coverFeatureId: string }) =>
    queryOptions({
      queryKey: ["cover-analyses", "latest", of] as const,
      queryFn: async ({ signal }) => {
        const { analyses } = await apiFetch<CoverAnalysisList>(listAddress, {
          signal,
          query: of,
        });
        return chooseAnalysis(analyses, readServerTime());
      },
      // Other tabs and scripts create some, too.
      staleTime: 0,
    }),
};

/** Starts an analysis of a sound or returns the existing one. Throws ApiError. */
export function requestCoverAnalysis(
  body: ({ assetId: string } | { url: string }) & { anew?: boolean },
): Promise<CoverAnalysisDto> {
  return apiFetch<CoverAnalysisDto>(listAddress, { method: "POST", body });
}
