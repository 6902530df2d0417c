import { useTranslations } from "next-intl";
import type { UsageFigures } from "@/lib/costs/usage-dto";
import { useUnits } from "@/lib/i18n/units";

interface UsageTableProps {
  caption: string;
  /** What the rows are. */
  heading: string;
  rows: readonly (UsageFigures & { key: string; label: string })[];
}

const quantities = ["characters", "seconds", "images", "songs"] as const;
type Column = "requests" | "cost" | (typeof quantities)[number];

/** What each of several used and cost. Columns in which nothing stands are left out. */
export function UsageTable({ caption, heading, rows }: UsageTableProps) {
  const t = useTranslations("settings.usage");
  const units = useUnits();
  const isUsed = (name: (typeof quantities)[number]) => rows.some((row) => row[name] > 0);
  const hasCosts = rows.some(({ costs }) => costs.length > 0);
  // What a phone shows without scrolling comes first.
  const columns: Column[] = [
    "requests",
    ...(hasCosts ? (["cost"] as const) : []),
    ...quantities.filter(isUsed),
  ];
  const write = (row: UsageFigures, name: Column) => {
    if (name === "cost") return units.costs(row.costs);
    if (row[name] === 0) return null;
    return name === "seconds" ? units.elapsed(row.seconds) : units.count(row[name]);
  };
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
            {columns.map((name) => (
              <th key={name} scope="col" className="text-right">
                {t(name === "cost" ? "cost" : `quantities.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y border-t tabular-nums">
          {rows.map(({ key, label, ...row }) => (
            <tr key={key}>
              <th
                scope="row"
                className="max-w-36 min-w-28 text-left whitespace-normal sm:max-w-48 sm:truncate"
              >
                {label}
              </th>
              {columns.map((name) => (
                <td key={name}>{write(row, name) || <span className="text-text-3">–</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
