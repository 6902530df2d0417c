import type { ItemMonths } from "@/lib/items/item-dto";

/** The number of months that are named beside the scrubber. */
const maxLabels = 14;

/** A mark of the scrubber. */
export interface MonthMark {
  month: string;
  count: number;
  /** From 0 to 1, by the number of its items. */
  weight: number;
  /** What is written beside it; null for most where there are many. */
  label: "month" | "year" | null;
}

/** The marks of a list's months: those that begin a year are named by it, and of the others as many as there is room for. */
export function markMonths(months: ItemMonths["months"]): MonthMark[] {
  const most = Math.max(1, ...months.map(({ count }) => count));
  const every = Math.ceil(months.length / maxLabels);
  return months.map(({ month, count }, index) => {
    const older = months[index + 1]?.month;
    const beginsYear = older !== undefined && older.slice(0, 4) !== month.slice(0, 4);
    return {
      month,
      count,
      weight: Math.log(count + 1) / Math.log(most + 1),
      label: beginsYear ? "year" : index % every === 0 ? "month" : null,
    };
  });
}

/** Where a list begins that shows a month first, `2026-11`: at its end, or at its beginning where the oldest come first. */
export function startOfMonth(month: string, order: "newest" | "oldest"): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(order === "oldest" ? Date.UTC(year, number - 1) : Date.UTC(year, number) - 1).toISOString();
}
