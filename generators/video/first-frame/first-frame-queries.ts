import { queryOptions } from "@tanstack/react-query";
import type { FirstFrameReport } from "./first-frame-report";
import type { FitManner } from "./first-frame-report";
import { apiFetch } from "@/components/queries/api-fetch";

export const firstFrameQueries = {
  /** Whether a picture can be a first frame. Stored pictures never change. */
  report: (assetId: string) =>
    queryOptions({
      queryKey: ["first-frames", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<FirstFrameReport>(`/api/v1/first-frames/${encodeURIComponent(assetId)}`, { signal }),
      staleTime: Infinity,
    }),
};

/** Fits a picture to the rules for first frames, as a new asset. Throws ApiError. */
export function fitFirstFrame(body: { assetId: string; manner: FitManner }): Promise<FirstFrameReport> {
  return apiFetch<FirstFrameReport>("/api/v1/first-frames/fit", { method: "POST", body });
}
