import { Prisma } from "@/lib/db/database.server";
import type { ItemMonths } from "../item-dto";
import type { ItemFilter } from "../list-items-query";
import { writeNearQuery, writeQuery, type ItemSearch, type Reader } from "./find-items.server";

/** The filters that `ItemCount` distinguishes. */
const countedFilters: ReadonlySet<string> = new Set(["kind", "generator", "favourite", "trash"]);

/** Up to so many, matching items are counted one by one. */
const exactUpTo = 1_000;

interface Month {
  month: number;
  count: number;
}

/**
 * How many items a list has, by month: exact up to `exactUpTo` items, in a project, and for filters that are counted all
 * the time (kind, generator, favourite, trash). Otherwise it estimates from the newest ones, and says so.
 */
export async function countItems(database: Reader, userId: string, filter: ItemFilter): Promise<ItemMonths> {
  const months = await readCounts(database, userId, filter);
  const isCounted = Object.entries(filter).every(
    ([name, value]) => value === undefined || countedFilters.has(name),
  );
  if (isCounted) return describeMonths(months, true);
  // Members of a project are not spread over the library, so a part of them says nothing about the rest.
  if (filter.project !== undefined)
    return describeMonths(
      await countFound(database, writeQuery({ userId, filter, sort: "newest" }, columns)),
      true,
    );
  const search: ItemSearch = { userId, filter, sort: "newest", limit: exactUpTo + 1 };
  const nearQuery = writeNearQuery(search, { count: exactUpTo, columns });
  if (nearQuery) {
    const near = await countFound(database, nearQuery);
    if (sum(months) <= exactUpTo) return describeMonths(near, true);
    // What matches so often is estimated without reading more.
    const count = sum(near);
    if (count * 10 >= exactUpTo) return describeMonths(scale(months, count / exactUpTo, filter), false);
  }
  const found = await countFound(database, writeQuery(search, columns));
  const count = sum(found);
  const oldest = found.at(-1)?.oldest;
  if (!oldest || count <= exactUpTo) return describeMonths(found, true);
  const share = count / countSince(months, oldest);
  return describeMonths(scale(months, Math.min(1, share), filter), false);
}

/** What counting reads of each item. */
const columns = Prisma.sql`item."createdAt"`;

interface FoundMonth extends Month {
  /** When its oldest item was created. */
  oldest: Date;
}

/** Counts the items that a statement finds, by month, newest first. */
function countFound(database: Reader, query: Prisma.Sql): Promise<FoundMonth[]> {
  return database.$queryRaw<FoundMonth[]>`
    SELECT reverie_month("createdAt") AS "month", count(*)::integer AS "count", min("createdAt") AS "oldest"
    FROM (${query}) found GROUP BY 1 ORDER BY 1 DESC`;
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
