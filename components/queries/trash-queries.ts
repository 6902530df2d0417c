"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";
import type { TrashContents } from "@/lib/items/delete-items-dto";
import { apiFetch } from "./api-fetch";
import { itemQueries } from "./item-queries";

const dayMs = 24 * 60 * 60 * 1000;

/** Read again with the lists of items. */
const trashQuery = queryOptions({
  queryKey: [...itemQueries.allMonths, "trash"] as const,
  queryFn: ({ signal }) => apiFetch<TrashContents>("/api/v1/trash", { signal }),
});

/** What is in the trash, and when it leaves; undefined until it is known, and for a part that hydrates after it was. */
export function useTrash(): TrashContents | undefined {
  const isHydrating = useIsHydrating();
  const { data } = useQuery(trashQuery);
  return isHydrating ? undefined : data;
}

/** How many days an item has left, rounded up; 0 if it leaves today, null if it stays. */
export function countDaysLeft(
  deletedAt: string,
  { days, notBefore }: Pick<TrashContents, "days" | "notBefore">,
  nowMs: number,
): number | null {
  if (days === null || notBefore === null) return null;
  const leavesAtMs = Math.max(Date.parse(deletedAt) + days * dayMs, Date.parse(notBefore));
  return Math.max(0, Math.ceil((leavesAtMs - nowMs) / dayMs));
}
