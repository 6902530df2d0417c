"use client";

import { useTranslations } from "next-intl";
import type { EndpointName } from "@/lib/service/profiles/profile-schema";
import { cellPath, type RateLimitPart, type RateLimitRow } from "./advanced-values";

const parts: readonly RateLimitPart[] = ["requests", "windowSeconds", "concurrency"];
const cellNames = { requests: "requests", windowSeconds: "window", concurrency: "concurrency" } as const;

/** How often each model and endpoint may be asked, as numbers to change. */
export function RateLimitTable({
  rows,
  problems,
  onChange,
}: {
  rows: readonly RateLimitRow[];
  /** Text by path of the cell. */
  problems: ReadonlyMap<string, string>;
  onChange: (rows: RateLimitRow[]) => void;
}) {
  const t = useTranslations("settings.connection");
  const shownProblems = rows.flatMap((row) =>
    parts.flatMap((part) => {
      const text = problems.get(cellPath(row, part));
      return text ? [{ id: cellPath(row, part), text: `${nameOf(row)}: ${text}` }] : [];
    }),
  );

  function nameOf(row: RateLimitRow): string {
    return row.group === "models" ? row.name : t(`endpoints.${row.name as EndpointName}`);
  }

  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className="w-full min-w-80 table-fixed text-sm">
        <thead>
          <tr className="text-left text-2xs text-text-3 [&_th]:pb-1.5 [&_th]:font-normal">
            <th scope="col">{t("columns.for")}</th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.requests")}
            </th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.window")}
            </th>
            <th scope="col" className="w-18 text-right sm:w-22">
              {t("columns.concurrency")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.group}.${row.name}`}>
              <th scope="row" className="py-1 pr-3 text-left font-normal break-all">
                {nameOf(row)}
              </th>
              {parts.map((part) => {
                const path = cellPath(row, part);
                const invalid = problems.has(path);
                return (
                  <td key={part} className="py-1 pl-1.5">
                    <input
                      inputMode="decimal"
                      value={row[part]}
                      aria-label={t(`cell.${cellNames[part]}`, { name: nameOf(row) })}
                      aria-invalid={invalid || undefined}
                      aria-describedby={invalid ? path : undefined}
                      onChange={(event) => {
                        const { value } = event.currentTarget;
                        onChange(
                          rows.map((other, at) => (at === index ? { ...other, [part]: value } : other)),
                        );
                      }}
                      className="field-surface h-8 w-full px-2 text-right text-sm"
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shownProblems.map(({ id, text }) => (
        <p key={id} id={id} className="mt-1.5 text-2xs text-danger">
          {text}
        </p>
      ))}
    </div>
  );
}
