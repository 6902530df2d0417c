"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useNow } from "@/components/queries/use-now";

const dayMs = 86_400_000;

/** A calendar day, `2026-11-21`, as today, yesterday or a recent weekday, with its date. */
export function DayHeading({
  day,
  count,
  dayOf,
}: {
  day: string;
  count: number | null;
  dayOf: (iso: string) => string;
}) {
  const t = useTranslations("library.days");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const now = useNow();
  // Formatted in UTC, where noon is on the same calendar day.
  const date = new Date(`${day}T12:00:00Z`);
  const utc = { timeZone: "UTC" } as const;

  function name(): string | null {
    if (now === null) return null;
    const daysAgo = Math.round(
      (Date.parse(`${dayOf(new Date(now).toISOString())}T12:00:00Z`) - date.getTime()) / dayMs,
    );
    if (daysAgo === 0) return t("today");
    if (daysAgo === 1) return t("yesterday");
    if (daysAgo > 1 && daysAgo < 7) return format.dateTime(date, "weekday", utc);
    return null;
  }

  const sameYear = now !== null && dayOf(new Date(now).toISOString()).slice(0, 4) === day.slice(0, 4);
  const written = format.dateTime(date, sameYear ? "dayAndMonth" : "date", utc);
  const known = name();
  const facts = [known ? written : null, count === null ? null : t("count", { count })].filter(Boolean);
  return (
    <h2 className="flex items-baseline gap-2.5 pt-4.5 pb-2.5 text-base">
      <span className="font-medium">{known ?? written}</span>
      <span className="text-xs text-text-3">{facts.join(tTakes("factSeparator"))}</span>
    </h2>
  );
}
