"use client";

import { useTranslations } from "next-intl";
import type { SoundGroup } from "@/components/player/sound-groups";
import type { MenuItem } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { subtitleAddress } from "./subtitle-queries";

/** The subtitles of a sound as lines of a download menu; none where it has none. */
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
