"use client";

import { useTranslations } from "next-intl";

/** Enough to see what will be sent; five hundred rows would make typing slow. */
const shownRows = 50;

/** What will be sent, row by row. Needs the messages `batches`. */
export function VariationsPreview({ rows }: { rows: readonly Readonly<Record<string, unknown>>[] }) {
  const t = useTranslations("batches");
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("preview")} className="rounded-md border border-line">
      {/* Can be scrolled by keyboard. */}
      <ol tabIndex={0} aria-label={t("preview")} className="max-h-56 overflow-y-auto py-1.5 text-sm">
        {rows.slice(0, shownRows).map((row, index) => (
          <li key={index} className="flex gap-3 px-3 py-1">
            <span aria-hidden className="w-7 shrink-0 text-right text-text-3 tabular-nums">
              {index + 1}
            </span>
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-text-2">
              {writeRow(row) || t("unchanged")}
            </span>
          </li>
        ))}
        {rows.length > shownRows ? (
          <li className="px-3 py-1 pl-13 text-text-3">{t("more", { count: rows.length - shownRows })}</li>
        ) : null}
      </ol>
    </section>
  );
}

function writeRow(row: Readonly<Record<string, unknown>>): string {
  return Object.values(row)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(" · ");
}
