"use client";

import { Calendar } from "lucide-react";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { addDays, dayOf, startOfDay, today } from "./day-times";
import { FilterMenu, type FilterProps } from "./filter-menu";

const loadDialog = () => import("./dates-dialog");

/** When items were made: usual spans, or any dates. */
export function TimeFilter({ view: { from, until }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const [isChoosing, setChoosing] = useState(false);
  const nameDay = (iso: string) => format.dateTime(new Date(iso), "date");

  function nameSpan(): string {
    // The last day of a span is the one before its end.
    const last = until && nameDay(new Date(Date.parse(until) - 1).toISOString());
    if (from && last)
      return nameDay(from) === last ? last : t("between", { from: nameDay(from), until: last });
    if (from) return t("since", { from: nameDay(from) });
    return last ? t("before", { until: last }) : t("anyTime");
  }

  function showSince(firstDay: (today: string) => string): void {
    onShow({ from: startOfDay(firstDay(today(timeZone)), timeZone), until: undefined });
  }

  const spans: readonly { label: string; firstDay: (today: string) => string }[] = [
    { label: t("today"), firstDay: (today) => today },
    ...[7, 30].map((count) => ({
      label: t("lastDays", { count }),
      firstDay: (today: string) => addDays(today, 1 - count),
    })),
    { label: t("thisYear"), firstDay: (today) => `${today.slice(0, 4)}-01-01` },
  ];
  return (
    <>
      <FilterMenu
        label={t("time")}
        icon={<Calendar aria-hidden />}
        value={nameSpan()}
        isSet={from !== undefined || until !== undefined}
        onRemove={() => onShow({ from: undefined, until: undefined })}
        options={[
          {
            label: t("anyTime"),
            isChosen: !from && !until,
            onChoose: () => onShow({ from: undefined, until: undefined }),
          },
          ...spans.map(({ label, firstDay }) => ({
            label,
            isChosen: false,
            onChoose: () => showSince(firstDay),
          })),
        ]}
        more={[
          { kind: "separator" },
          { label: t("chooseDates"), opensDialog: true, onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing ? (
        <FetchedPart
          load={loadDialog}
          onFailed={() => setChoosing(false)}
          props={{
            from: from ? dayOf(from, timeZone) : "",
            until: until ? dayOf(Date.parse(until) - 1, timeZone) : "",
            onClose: () => setChoosing(false),
            onChoose: (first: string, last: string) =>
              onShow({
                from: first ? startOfDay(first, timeZone) : undefined,
                until: last ? startOfDay(addDays(last, 1), timeZone) : undefined,
              }),
          }}
        />
      ) : null}
    </>
  );
}
