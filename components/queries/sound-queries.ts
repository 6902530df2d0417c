import { queryOptions } from "@tanstack/react-query";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { apiFetch } from "./api-fetch";

/** The only place where keys of queries about single sounds are written. */
export const soundQueries = {
  /** The facts of a sound, and whether it can be covered. Stored sounds never change. */
  report: (assetId: string) =>
    queryOptions({
      queryKey: ["sounds", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<SoundReport>(`/api/v1/sounds/${encodeURIComponent(assetId)}`, { signal }),
      staleTime: Infinity,
    }),
};

/** Creates a sound from a part of another. Throws ApiError. */
export function trimSound(body: {
  assetId: string;
  startSeconds: number;
  endSeconds: number;
}): Promise<SoundReport> {
  return apiFetch<SoundReport>("/api/v1/sounds/trim", { method: "POST", body });
}
