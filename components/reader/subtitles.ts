"use client";

import { queryOptions } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { SoundGroup } from "@/components/player/sound-groups";
import { apiFetch } from "@/components/queries/api-fetch";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { MenuItem } from "@/components/ui/menu";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Sentence, SubtitlesDto } from "@/lib/media/subtitles/subtitles-dto";

/** Identifies the subtitles of an audio output. */
interface SubtitleSource {
  generationId: string;
  /** The group of the output; null if there is only one. */
  group: string | null;
}

type SubtitleFormat = "json" | "srt" | "vtt";

/** Returns the address of subtitles in a format. SRT and VTT are downloads. */
function subtitleAddress({ generationId, group }: SubtitleSource, format: SubtitleFormat): string {
  const query = new URLSearchParams({ format, ...(group === null ? {} : { group }) });
  return `/api/v1/generations/${encodeURIComponent(generationId)}/subtitles?${query}`;
}

/** The only place that defines keys of subtitle queries. */
export const subtitleQueries = {
  /** All sentences with their times, in order. They never change once stored. */
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

/** Menu items that download subtitles; empty without subtitles. */
export function useSubtitleDownloads(generation: GenerationDto, group: SoundGroup | undefined): MenuItem[] {
  const t = useTranslations("reader.downloads");
  if (!group?.subtitle) return [];
  const { subtitle, name } = group;
  const source = { generationId: generation.id, group: name };
  return [
    { kind: "link", label: t("srt"), href: subtitleAddress(source, "srt"), download: true },
    { kind: "link", label: t("vtt"), href: subtitleAddress(source, "vtt"), download: true },
    { kind: "link", label: t("json"), href: downloadAddress(subtitle), download: true },
  ];
}
