import { queryOptions } from "@tanstack/react-query";
import { apiFetch } from "@/components/queries/api-fetch";
import type { Sentence, SubtitlesDto } from "@/lib/media/subtitles/subtitles-dto";

/** Where the sentences of a sound are had. */
export interface SubtitleSource {
  generationId: string;
  /** Which sound of several; left out where there is one. */
  group: string | null;
}

export type SubtitleFormat = "json" | "srt" | "vtt";

/** Path of the subtitles in one of their forms; SRT and VTT come as files. */
export function subtitleAddress({ generationId, group }: SubtitleSource, format: SubtitleFormat): string {
  const query = new URLSearchParams({ format, ...(group === null ? {} : { group }) });
  return `/api/v1/generations/${encodeURIComponent(generationId)}/subtitles?${query}`;
}

/** The only place where keys of subtitle queries are written. */
export const subtitleQueries = {
  /** Every sentence with its times, in their order. They never change once they are stored. */
  sentences: (source: SubtitleSource) =>
    queryOptions({
      queryKey: ["subtitles", source.generationId, source.group] as const,
      queryFn: async ({ signal }): Promise<Sentence[]> => {
        const address = subtitleAddress(source, "json");
        return (await apiFetch<SubtitlesDto>(address, { signal })).sentences;
      },
      staleTime: Infinity,
    }),
};
