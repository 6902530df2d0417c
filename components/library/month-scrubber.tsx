"use client";

import { useFormatter, useTranslations } from "next-intl";
import { memo, useMemo, useState, type KeyboardEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import type { ItemMonths } from "@/lib/items/item-dto";
import { markMonths } from "./months";

interface MonthScrubberProps {
  months: ItemMonths["months"];
  /** The month that is seen, `2026-11`. */
  seen: string | null;
  onJump: (month: string) => void;
}

/** The months of a list at the edge of the window; each jumps to it. Lazily loaded, hence the default export. */
export default memo(function MonthScrubber({ months, seen, onJump }: MonthScrubberProps) {
  const t = useTranslations("library.months");
  const format = useFormatter();
  const marks = useMemo(
    () =>
      markMonths(months).map(({ month, count, label, weight }) => {
        const date = new Date(`${month}-15T12:00:00Z`);
        const named = format.dateTime(date, { month: "long", year: "numeric", timeZone: "UTC" });
        const part = label === "year" ? ({ year: "numeric" } as const) : ({ month: "short" } as const);
        return {
          month,
          weight,
          name: t("month", { month: named, count }),
          label: label === null ? null : format.dateTime(date, { ...part, timeZone: "UTC" }),
        };
      }),
    [months, t, format],
  );
  const [pointed, setPointed] = useState<string | null>(null);
  const shown = marks.some(({ month }) => month === seen) ? seen : marks[0]?.month;

  return (
    <nav
      aria-label={t("label")}
      onKeyDown={moveFocus}
      className="sticky top-28 flex h-[calc(100dvh-9rem-var(--player-height))] w-14 flex-col"
    >
      {marks.map((mark) => (
        <button
          key={mark.month}
          type="button"
          // One tab stop; arrow keys move on.
          tabIndex={mark.month === shown ? 0 : -1}
          aria-current={mark.month === shown ? "date" : undefined}
          aria-label={mark.name}
          onClick={() => onJump(mark.month)}
          onPointerEnter={() => setPointed(mark.month)}
          onPointerLeave={() => setPointed(null)}
          onFocus={() => setPointed(mark.month)}
          onBlur={() => setPointed(null)}
          className="group relative flex max-h-9 min-h-0 flex-1 items-center gap-2 rounded-xs text-2xs text-text-3 hover:text-text aria-[current]:text-text"
        >
          <span className="flex w-5 shrink-0 justify-end">
            <span
              aria-hidden
              className={classNames(
                "h-0.5 rounded-full bg-current",
                mark.month === shown ? "" : "opacity-60",
              )}
              style={{ width: `${30 + mark.weight * 70}%` }}
            />
          </span>
          {mark.label === null ? null : (
            <span aria-hidden className="leading-none">
              {mark.label}
            </span>
          )}
          {pointed === mark.month ? (
            <span
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-full z-20 mr-1 -translate-y-1/2 rounded-sm bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap text-text shadow-float"
            >
              {mark.name}
            </span>
          ) : null}
        </button>
      ))}
    </nav>
  );
});

const steps: Readonly<Record<string, "previousElementSibling" | "nextElementSibling">> = {
  ArrowUp: "previousElementSibling",
  ArrowDown: "nextElementSibling",
};

function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  const next = event.target[step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
