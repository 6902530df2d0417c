"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { itemQueries } from "@/components/queries/item-queries";
import type { ItemList } from "@/components/queries/item-lists";
import { FetchedPart } from "@/components/ui/fetched-part";

const load = () => import("./month-scrubber");
const wide = "(width >= 80rem)";

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** The right edge of a list that is sorted by time, with its months in a wide window. */
export function MonthEdge({
  list,
  seen,
  onJump,
}: {
  list: ItemList;
  /** The month that is seen, `2026-11`. */
  seen: string | null;
  onJump: (month: string) => void;
}) {
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => false,
  );
  const { data } = useQuery({ ...itemQueries.months(list), enabled: isWide });
  const isAscending = list.sort === "oldest";
  const months = useMemo(() => {
    const all = data?.months ?? [];
    return isAscending ? all.toReversed() : all;
  }, [data, isAscending]);
  return (
    <div className="-mr-3 ml-3 w-14 shrink-0 max-xl:hidden">
      {isWide && months.length > 1 ? <FetchedPart load={load} props={{ months, seen, onJump }} /> : null}
    </div>
  );
}
