import { queryOptions } from "@tanstack/react-query";
import type { VoiceListDto } from "@/lib/voices/voice-dto";
import { apiFetch } from "./api-fetch";

/** The studio caches the service's list for an hour; actions here update favourites and samples. */
const freshMs = 5 * 60_000;

/** The only place where keys of voice queries are written. */
export const voiceQueries = {
  all: ["voices"] as const,

  /** The voices to choose from, with samples of the model; null where samples don't matter. */
  list: (model: string | null) =>
    queryOptions({
      queryKey: [...voiceQueries.all, model] as const,
      queryFn: ({ signal }) =>
        apiFetch<VoiceListDto>("/api/v1/voices", { signal, query: model === null ? {} : { model } }),
      staleTime: freshMs,
    }),
};

/** The address of a voice; its id may contain any character. */
export function voiceAddress(voiceId: string, part: "favourite" | "sample"): string {
  return `/api/v1/voices/${encodeURIComponent(voiceId)}/${part}`;
}
