import { queryOptions } from "@tanstack/react-query";
import type { PeaksDto } from "@/lib/media/peaks/peaks-dto";
import { apiFetch } from "../queries/api-fetch";
import type { Peaks } from "./peaks";

/** The only place where keys of waveform queries are written. */
export const peaksQueries = {
  /** The waveform of a stored sound. It never changes, since an asset is identified by its bytes. */
  detail: (assetId: string) =>
    queryOptions({
      queryKey: ["peaks", assetId] as const,
      queryFn: ({ signal }) =>
        apiFetch<PeaksDto>(`/api/media/${encodeURIComponent(assetId)}/peaks`, { signal }),
    }),
};

export function toPeaks({ peaks, durationSeconds }: PeaksDto): Peaks {
  return { levels: peaks, durationSeconds };
}
