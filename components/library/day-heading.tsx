import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNow } from "@/components/queries/use-now";

const dayMs = 86_400_000;

/**
 * A calendar day, `2026-11-21`, as today, yesterday or a recent weekday, with its date. Its words are messages: the first use of Intl
 * for dates takes a slow phone 100 ms of each load.
 */
export function DayHeading({
  day,
  count,
  dayOf,
  action,
  renderedAtMs,
}: {
  day: string;
  count: number | null;
  dayOf: (iso: string) => string;
  action: ReactNode;
  renderedAtMs?: number;
}) {
  const t = useTranslations("library.days");
  const tTakes = useTranslations("takes");
  const now = useNow() ?? renderedAtMs ?? null;
  const today = now === null ? null : dayOf(new Date(now).toISOString());
  // Noon in UTC is on the same calendar day.
  const date = new Date(`${day}T12:00:00Z`);
  const month = t("month", { month: String(date.getUTCMonth() + 1) });
  const year = day.slice(0, 4);

  function name(): string | null {
    if (today === null) return null;
    const daysAgo = Math.round((Date.parse(`${today}T12:00:00Z`) - date.getTime()) / dayMs);
    if (daysAgo === 0) return t("today");
    if (daysAgo === 1) return t("yesterday");
    return daysAgo > 1 && daysAgo < 7 ? t("weekday", { weekday: String(date.getUTCDay()) }) : null;
  }

  const written =
    today?.slice(0, 4) === year
      ? t("dayAndMonth", { day: date.getUTCDate(), month })
      : t("date", { day: date.getUTCDate(), month, year });
  const known = name();
  const facts = [known ? written : null, count === null ? null : t("count", { count })].filter(Boolean);
  return (
    <div data-row="" className="flex items-baseline gap-2.5 pt-4.5 pb-2.5 text-base">
      <h2 className="flex items-baseline gap-2.5">
        <span className="font-medium">{known ?? written}</span>
        <span className="text-xs text-text-3">{facts.join(tTakes("factSeparator"))}</span>
      </h2>
      {action}
    </div>
  );
}
