import { useFormatter, useTranslations } from "next-intl";
import type { UsageDto } from "@/lib/costs/usage-dto";
import { parseDay } from "@/lib/costs/usage-period";
import { useUnits } from "@/lib/i18n/units";

const dayMs = 24 * 60 * 60 * 1_000;
const height = 72;
const slot = 10;
/** A day on which little was used is still seen. */
const least = 1.5;

/** The requests of each day as bars. The table of days below has the numbers, so to others it is one image with a summary. */
export function UsageChart({ usage: { from, until, days, total } }: { usage: UsageDto }) {
  const t = useTranslations("settings.usage");
  const format = useFormatter();
  const units = useUnits();
  const start = parseDay(from)!;
  const count = Math.round((parseDay(until)! - start) / dayMs) + 1;
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const write = (day: string) => format.dateTime(new Date(parseDay(day)! + dayMs / 2), "date");
  return (
    <figure>
      <svg
        role="img"
        aria-label={t("chart", { count: total.requests, days: days.length })}
        viewBox={`0 0 ${count * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-line"
      >
        {days.map(({ day, requests }) => {
          const size = Math.max(least, (height * requests) / most);
          return (
            <rect
              key={day}
              x={((parseDay(day)! - start) / dayMs) * slot + 1}
              y={height - size}
              width={slot - 2}
              height={size}
              className="fill-text-2"
            />
          );
        })}
      </svg>
      <figcaption className="mt-1.5 flex justify-between text-2xs text-text-3">
        <span>{write(from)}</span>
        <span>{t("mostOfADay", { count: units.count(most) })}</span>
        <span>{write(until)}</span>
      </figcaption>
    </figure>
  );
}
