import { useTranslations } from "next-intl";
import type { ExportSettings } from "@/lib/films/export-dto";

/** What an export is called, by its settings. */
export function useExportName(): (settings: ExportSettings) => string {
  const t = useTranslations("desk.export");
  return (settings) =>
    settings.format === "mp4"
      ? t("name", { quality: settings.quality })
      : t("soundName", { format: settings.format.toUpperCase() });
}
