import { queryOptions } from "@tanstack/react-query";
import type { VoiceListDto } from "@/lib/voices/voice-dto";
import { apiFetch } from "./api-fetch";

/** The studio keeps the service's list for an hour; favourites and samples are brought up to date by what is done here. */
const freshMs = 5 * 60_000;

/** The only place where keys of voice queries are written. */
export const voiceQueries = {
  all: ["voices"] as const,

  /** Everything a person chooses a voice from; samples are those of the model. */
  list: (model: string) =>
    queryOptions({
      queryKey: [...voiceQueries.all, model] as const,
      queryFn: ({ signal }) => apiFetch<VoiceListDto>("/api/v1/voices", { signal, query: { model } }),
      staleTime: freshMs,
    }),
};

/** The address of one voice: its id may hold anything. */
export function voiceAddress(voiceId: string, part: "favourite" | "sample"): string {
  return `/api/v1/voices/${encodeURIComponent(voiceId)}/${part}`;
}
