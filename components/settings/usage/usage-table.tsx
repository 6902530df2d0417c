import { useTranslations } from "next-intl";
import type { UsageFigures } from "@/lib/costs/usage-dto";
import { useUnits } from "@/lib/i18n/units";

interface UsageTableProps {
  caption: string;
  /** What the rows are. */
  heading: string;
  rows: readonly (UsageFigures & { key: string; label: string })[];
}

/** What each of several used and cost. Columns in which nothing stands are left out. */
export function UsageTable({ caption, heading, rows }: UsageTableProps) {
  const t = useTranslations("settings.usage");
  const units = useUnits();
  const quantities = (["requests", "characters", "seconds", "images", "songs"] as const).filter(
    (name) => name === "requests" || rows.some((row) => row[name] > 0),
  );
  const hasCosts = rows.some(({ costs }) => costs.length > 0);
  return (
    // Can be scrolled by keyboard on a narrow screen.
    <div role="group" aria-label={caption} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full text-sm whitespace-nowrap [&_td]:py-2 [&_td]:pl-4 [&_td]:text-right [&_th]:py-2 [&_th]:font-normal [&_th:not(:first-child)]:pl-4">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-2xs text-text-3">
          <tr>
            <th scope="col" className="text-left">
              {heading}
            </th>
            {quantities.map((name) => (
              <th key={name} scope="col" className="text-right">
                {t(`quantities.${name}`)}
              </th>
            ))}
            {hasCosts ? (
              <th scope="col" className="text-right">
                {t("cost")}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y border-t tabular-nums">
          {rows.map(({ key, label, ...row }) => (
            <tr key={key}>
              <th scope="row" className="max-w-48 truncate text-left">
                {label}
              </th>
              {quantities.map((name) => (
                <td key={name}>{name === "seconds" ? units.elapsed(row.seconds) : units.count(row[name])}</td>
              ))}
              {hasCosts ? <td>{units.costs(row.costs)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
