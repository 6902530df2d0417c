import { queryOptions } from "@tanstack/react-query";
import type { FirstFrameReport } from "./first-frame-report";
import type { FitManner } from "./fit-manner";
import { apiFetch } from "@/components/queries/api-fetch";

/** The only place where keys of queries about first frames are written. */
export const firstFrameQueries = {
  /** What a picture is and whether a video can begin with it. Stored pictures never change. */
  report: (assetId: string) =>
    queryOptions({
      queryKey: ["first-frames", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<FirstFrameReport>(`/api/v1/first-frames/${encodeURIComponent(assetId)}`, { signal }),
      staleTime: Infinity,
    }),
};

/** Makes of a picture one that a video can begin with. Throws ApiError. */
export function fitFirstFrame(body: { assetId: string; manner: FitManner }): Promise<FirstFrameReport> {
  return apiFetch<FirstFrameReport>("/api/v1/first-frames/fit", { method: "POST", body });
}
