import { queryOptions } from "@tanstack/react-query";
import { chooseAnalysis } from "@/lib/covers/choose-analysis";
import { isPending, type CoverAnalysisDto, type CoverAnalysisList } from "@/lib/covers/cover-analysis-dto";
import { apiFetch } from "./api-fetch";
import { readServerTime } from "./server-clock";

const pollIntervalMs = 700;
const listAddress = "/api/v1/cover-analyses";

/** The only place where keys of queries about analysed sounds are written. */
export const coverQueries = {
  /** One analysis, asked after until it has ended. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ["cover-analyses", id] as const,
      queryFn: ({ signal }) => apiFetch<CoverAnalysisDto>(`${listAddress}/${id}`, { signal }),
      refetchInterval: ({ state }) => (state.data && isPending(state.data) ? pollIntervalMs : false),
    }),

  /** The analysis of a sound that counts, or the one that gave an identifier; null where there is none. */
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
      // Made by a press elsewhere, and by scripts.
      staleTime: 0,
    }),
};

/** Has a sound analysed, or gives the analysis that is there. Throws ApiError. */
export function requestCoverAnalysis(
  body: ({ assetId: string } | { url: string }) & { anew?: boolean },
): Promise<CoverAnalysisDto> {
  return apiFetch<CoverAnalysisDto>(listAddress, { method: "POST", body });
}
