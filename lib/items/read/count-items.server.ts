import { Prisma } from "@/lib/db/database.server";
import type { ItemMonths } from "../item-dto";
import type { ItemFilter } from "../list-items-query";
import { describeFilter } from "./filter-sql.server";
import { findItems, findNearItems, type ItemSearch, type Reader } from "./find-items.server";
import type { ItemRow } from "./item-row.server";

/** The filters that `ItemCount` distinguishes. */
const countedFilters: ReadonlySet<string> = new Set(["kind", "generator", "favourite", "trash"]);

/** Up to so many, matching items are counted one by one. */
const exactUpTo = 1_000;

interface Month {
  month: number;
  count: number;
}

/**
 * How many items a list has, by month: exact up to `exactUpTo` items, and for filters that are counted all the time
 * (kind, generator, favourite, trash). Otherwise it estimates from the newest ones, and says so.
 */
export async function countItems(database: Reader, userId: string, filter: ItemFilter): Promise<ItemMonths> {
  const months = await readCounts(database, userId, filter);
  const isCounted = Object.entries(filter).every(
    ([name, value]) => value === undefined || countedFilters.has(name),
  );
  if (isCounted) return describeMonths(months, true);
  const total = sum(months);
  const search: ItemSearch = { userId, filter, sort: "newest", limit: exactUpTo + 1 };
  const described = describeFilter(filter);
  if (described && !filter.generationId) {
    const near = await findNearItems(database, search, { filter: described, count: exactUpTo });
    if (total <= exactUpTo) return describeMonths(groupByMonth(near), true);
    // What matches so often is estimated without reading more.
    if (near.length * 10 >= exactUpTo)
      return describeMonths(scale(months, near.length / exactUpTo, filter), false);
  }
  const found = await findItems(database, search);
  if (found.length <= exactUpTo) return describeMonths(groupByMonth(found), true);
  const share = found.length / countSince(months, found.at(-1)!.createdAt);
  return describeMonths(scale(months, Math.min(1, share), filter), false);
}

/** The numbers of items by month, newest first, as far as `ItemCount` knows them. */
function readCounts(
  database: Reader,
  userId: string,
  { kind, generator, favourite, trash }: ItemFilter,
): Promise<Month[]> {
  const where = Prisma.join(
    [
      Prisma.sql`"userId" = ${userId}::uuid AND "trashed" = ${trash === "true"}::boolean`,
      ...(kind && kind.length > 0 ? [Prisma.sql`"kind" = ANY (${kind}::text[])`] : []),
      ...(generator && generator.length > 0 ? [Prisma.sql`"generator" = ANY (${generator}::text[])`] : []),
      ...(favourite ? [Prisma.sql`"favourite" = ${favourite === "true"}::boolean`] : []),
    ],
    " AND ",
  );
  return database.$queryRaw<Month[]>`
    SELECT "month", sum("count")::integer AS "count" FROM "ItemCount" WHERE ${where}
    GROUP BY "month" HAVING sum("count") > 0 ORDER BY "month" DESC`;
}

const sum = (months: readonly Month[]) => months.reduce((total, { count }) => total + count, 0);

function groupByMonth(rows: readonly ItemRow[]): Month[] {
  const counts = new Map<number, number>();
  for (const { createdAt } of rows) counts.set(toMonth(createdAt), (counts.get(toMonth(createdAt)) ?? 0) + 1);
  return [...counts]
    .map(([month, count]) => ({ month, count }))
    .toSorted((left, right) => right.month - left.month);
}

function toMonth(date: Date): number {
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** About how many items are as new as one. The items of its own month are taken to be spread evenly. */
function countSince(months: readonly Month[], since: Date): number {
  const month = toMonth(since);
  const start = Date.UTC(since.getUTCFullYear(), since.getUTCMonth());
  const end = Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1);
  const newerPart = (end - since.getTime()) / (end - start);
  const counts = months.map((each) =>
    each.month > month ? each.count : each.month === month ? each.count * newerPart : 0,
  );
  return Math.max(
    1,
    counts.reduce((total, count) => total + count, 0),
  );
}

/** About how many of each month match, within the time that the filter asks for. */
function scale(months: readonly Month[], share: number, { from, until }: ItemFilter): Month[] {
  return months
    .filter(({ month }) => (!from || month >= toMonth(from)) && (!until || month <= toMonth(until)))
    .map(({ month, count }) => ({ month, count: Math.round(count * share) }))
    .filter(({ count }) => count > 0);
}

function describeMonths(months: readonly Month[], exact: boolean): ItemMonths {
  const total = sum(months);
  return {
    months: months.map(({ month, count }) => ({
      month: `${String(month).slice(0, 4)}-${String(month).slice(4)}`,
      count,
    })),
    total: exact ? total : roundEstimate(total),
    exact,
  };
}

/** Two digits; more would look exact. */
function roundEstimate(count: number): number {
  return Number(count.toPrecision(2));
}
