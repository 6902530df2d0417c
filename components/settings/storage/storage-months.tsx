import { useFormatter, useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { StorageUsage } from "@/lib/media/storage-dto";
import { SettingsPart } from "../settings-section";

type Month = StorageUsage["months"][number];

/** Months beyond a year are folded. */
const shownMonths = 12;

/** What the files of each month take, newest first, beside a bar that compares them. */
export function StorageMonths({ months }: { months: readonly Month[] }) {
  const t = useTranslations("settings.storage");
  if (months.length === 0) return null;
  const mostBytes = Math.max(...months.map(({ bytes }) => bytes));
  const older = months.slice(shownMonths);
  return (
    <SettingsPart title={t("byMonth")} lead={t("byMonthLead")}>
      <MonthList months={months.slice(0, shownMonths)} mostBytes={mostBytes} />
      {older.length > 0 ? (
        <details className="mt-3">
          <summary className="cursor-pointer text-sm text-text-2 hover:text-text">
            {t("olderMonths", { count: older.length })}
          </summary>
          <MonthList months={older} mostBytes={mostBytes} />
        </details>
      ) : null}
    </SettingsPart>
  );
}

function MonthList({ months, mostBytes }: { months: readonly Month[]; mostBytes: number }) {
  const t = useTranslations("settings.storage");
  const format = useFormatter();
  const units = useUnits();
  return (
    <ul role="list" className="grid gap-y-2.5 text-sm">
      {months.map(({ month, files, bytes }) => (
        <li
          key={month}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[8.5rem_minmax(0,1fr)_5.5rem_5rem]"
        >
          <span>
            {format.dateTime(new Date(`${month}-15T12:00:00Z`), { month: "long", year: "numeric" })}
          </span>
          <span
            aria-hidden
            className="order-last col-span-full h-1.5 overflow-hidden rounded-full bg-raised sm:order-none sm:col-auto"
          >
            <span
              className="block h-full min-w-0.5 rounded-full bg-text-2"
              style={{ width: `${(100 * bytes) / Math.max(1, mostBytes)}%` }}
            />
          </span>
          <span className="hidden text-right text-text-3 sm:block">{t("fileCount", { count: files })}</span>
          <span className="text-right">{units.bytes(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
