import { useTranslations } from "next-intl";
import type { ExportSettings } from "@/lib/films/export-dto";

/** As people write them. */
export const formatNames = {
  ...{ mp4: "MP4", webm: "WebM", gif: "GIF", webp: "WebP" },
  ...{ wav: "WAV", mp3: "MP3", m4a: "M4A" },
} as const;

/** What an export is called, by its settings. */
export function useExportName(): (settings: ExportSettings) => string {
  const t = useTranslations("desk.export");
  return (settings) => {
    if ("quality" in settings) {
      const { quality, aspect } = settings;
      return aspect ? t("nameWithAspect", { quality, aspect }) : t("name", { quality });
    }
    const format = formatNames[settings.format];
    return "frameCount" in settings ? t("loop.name", { format }) : t("soundName", { format });
  };
}

/** What it is made of, by its settings. */
export function useExportFacts(): (settings: ExportSettings) => string {
  const t = useTranslations("desk.export");
  return (settings) => {
    if ("quality" in settings) {
      return t(`made.${settings.captions}`, { format: formatNames[settings.format] });
    }
    return "frameCount" in settings
      ? t(`loop.made.${settings.captions}`, { size: settings.size, rate: settings.frameRate })
      : t(`madeSound.${settings.captions}`);
  };
}
