import { useTranslations } from "next-intl";
import type { ExportSettings } from "@/lib/films/export-dto";

/** As people write them. */
export const formatNames = { mp4: "MP4", webm: "WebM" } as const;

/** What an export is called, by its settings. */
export function useExportName(): (settings: ExportSettings) => string {
  const t = useTranslations("desk.export");
  return (settings) =>
    "quality" in settings
      ? t("name", { quality: settings.quality })
      : t("soundName", { format: settings.format.toUpperCase() });
}
