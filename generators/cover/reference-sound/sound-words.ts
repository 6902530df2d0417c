"use client";

import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import { formatLength } from "@/lib/i18n/clocks";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";

const names: Record<string, string> = {
  "audio/mpeg": "MP3",
  "audio/wav": "WAV",
  "audio/flac": "FLAC",
  "audio/ogg": "Ogg",
  "audio/mp4": "M4A",
  "audio/aac": "AAC",
  "audio/webm": "WebM",
  "audio/pcm": "PCM",
};

/** The name of a sound, and its facts: `0:31 · MP3 · 1.2 MB`. */
export function useSoundWords() {
  const t = useTranslations("sound");
  const units = useUnits();
  return {
    name: ({ title, fileName }: Pick<SoundReport, "title" | "fileName">) => title ?? fileName ?? t("unnamed"),
    facts: ({ durationSeconds, mimeType, bytes }: SoundReport) =>
      [
        durationSeconds === null ? null : formatLength(durationSeconds),
        names[mimeType.split(";", 1)[0] ?? ""] ?? mimeType,
        units.bytes(bytes),
      ]
        .filter((fact) => fact !== null)
        .join(t("factSeparator")),
  };
}
