"use client";

import { useTranslations } from "next-intl";
import type { MenuItem } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { fileExtension } from "@/lib/media/media-file-name";

/** The menu items that download a stored file: as it is, or a sound with its title or prompt in the tags. */
export function useOriginalDownloads(): (output: OutputDto) => MenuItem[] {
  const t = useTranslations("takes.downloads");
  return (output) => {
    const address = downloadAddress(output);
    const format = output.mimeType === "image/jpeg" ? "JPEG" : fileExtension(output.mimeType).toUpperCase();
    const link = (label: string, href: string): MenuItem => ({ kind: "link", label, href, download: true });
    const plain = link(t("sound", { format }), address);
    if (!takesTags(output)) return [plain];
    return [
      plain,
      link(t("soundTitled", { format }), `${address}&tags=title`),
      link(t("soundPrompted", { format }), `${address}&tags=prompt`),
    ];
  };
}

/** Whether the studio can write tags into files of this type. */
function takesTags({ mimeType, partial }: Pick<OutputDto, "mimeType" | "partial">): boolean {
  return !partial && ["audio/mpeg", "audio/flac", "audio/wav"].includes(mimeType);
}
