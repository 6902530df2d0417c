"use client";

import { useTranslations } from "next-intl";
import { parseSections } from "@/lib/lyrics/sections";

/** The lyrics that were sent, part by part. */
export function SungText({ lyrics }: { lyrics: string }) {
  const t = useTranslations("reader.spoken");
  return (
    <section aria-label={t("label")} dir="auto" className="grid max-w-[46rem] gap-6">
      {parseSections(lyrics).map(({ label, lines, start }) => (
        <div key={start}>
          {label ? <h2 className="mb-1 text-xs font-medium text-text-3">{label}</h2> : null}
          {lines.some((line) => line.trim() !== "") ? (
            <p className="text-[1.0625rem] leading-[1.9rem] whitespace-pre-line text-text-2">
              {lines.join("\n").trim()}
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}
