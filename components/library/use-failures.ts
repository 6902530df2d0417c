"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTimeZone } from "next-intl";
import { useMemo } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import type { FailureDays } from "@/lib/generations/read/failure-days-dto";
import type { ItemDto } from "@/lib/items/item-dto";

type DayFailures = FailureDays["days"][number];

/** By whole months, so that the next page rarely asks again. */
function monthStart(iso: string, months: number): string {
  const at = new Date(iso);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString();
}

/** The work without a result on the days of the loaded items. */
export function useFailures(
  items: readonly ItemDto[],
  { before, behind, enabled }: { before: boolean; behind: boolean; enabled: boolean },
): ReadonlyMap<string, DayFailures> {
  const timeZone = useTimeZone();
  const times = [items.at(0)?.createdAt, items.at(-1)?.createdAt].flatMap((time) => time ?? []).toSorted();
  const [oldest, newest] = [times.at(0), times.at(-1)];
  // The day after the month may begin earlier in the person's time zone.
  const { data } = useQuery({
    ...generationQueries.failures({
      ...(behind || !oldest ? {} : { from: monthStart(oldest, -1) }),
      ...(before || !newest ? {} : { until: monthStart(newest, 2) }),
      ...(timeZone ? { timeZone } : {}),
    }),
    enabled: enabled && items.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(enabled ? data?.days.map((day) => [day.day, day]) : []), [data, enabled]);
}
