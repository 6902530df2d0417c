import { Prisma, type Queryable } from "@/lib/db/database.server";
import type { ItemSort } from "../item-names";
import type { ItemFilter } from "../list-items-query";
import { describeFilter, itemKeys, type FilterSql } from "./filter-sql.server";
import { itemColumns, type ItemRow } from "./item-row.server";
import { compareKeys, isSortedByTime, sortOrders, type Position } from "./item-sorts.server";

/** The part of a database client that reading items needs. */
export type Reader = Pick<Queryable, "$queryRaw">;

export interface ItemSearch {
  userId: string;
  filter: ItemFilter;
  sort: ItemSort;
  /** Where to begin; at the beginning of the list without it. */
  position?: Position | undefined;
  limit: number;
}

/** All of them without a limit. */
type Unlimited = Omit<ItemSearch, "limit"> & { limit?: number };

/** Among how many of the next items of the list the matching ones are looked for before the index is. */
const nearCount = 500;

/**
 * The next items of a list, in its order; from a position backwards, in the opposite order. Takes about as long for a
 * million items as for a thousand: what matches often is found among the next items of the list, what matches seldom in
 * the search index, month by month.
 */
export async function findItems(database: Reader, search: ItemSearch): Promise<ItemRow[]> {
  const { limit } = search;
  const nearQuery = writeNearQuery(search, { count: nearCount, columns: itemColumns });
  if (nearQuery) {
    const near = await database.$queryRaw<ItemRow[]>(nearQuery);
    if (near.length >= limit) return near.slice(0, limit);
  }
  const found = await database.$queryRaw<ItemRow[]>(writeQuery(search, itemColumns));
  return found.slice(0, limit);
}

const hasNoToken = ({ tokens, anyTokens }: FilterSql) => tokens.length + anyTokens.length === 0;

/**
 * The statement for the matching ones of the next `count` items of a list, at least `limit` if there are so many. Null for
 * a list that is read in its order in any case.
 */
export function writeNearQuery(
  search: ItemSearch,
  { count, columns }: { count: number; columns: Prisma.Sql },
): Prisma.Sql | null {
  const filter = describeFilter(search.filter);
  if (!filter || isReadInOrder(search.filter, filter)) return null;
  const { where, order } = describeList(search);
  return Prisma.sql`
    SELECT ${columns}
    FROM (SELECT * FROM "Item" item WHERE ${where} ORDER BY ${order} ${writeLimit(count)}) item
    WHERE ${Prisma.join(filter.conditions, " AND ")} ORDER BY ${order} ${writeLimit(search.limit)}`;
}

/** The statement for the next items of a list, at least `limit` if there are so many. */
export function writeQuery(search: Unlimited, columns: Prisma.Sql): Prisma.Sql {
  const filter = describeFilter(search.filter);
  if (filter && !isReadInOrder(search.filter, filter)) {
    const { project } = search.filter;
    return project === undefined
      ? writeIndexedQuery(search, { filter, columns })
      : writeProjectQuery(search, { filter, columns, project });
  }
  const { where, order } = describeList(search);
  const conditions = Prisma.join([where, ...(filter?.conditions ?? [])], " AND ");
  return Prisma.sql`
    SELECT ${columns} FROM "Item" item WHERE ${conditions} ORDER BY ${order} ${writeLimit(search.limit)}`;
}

/** Whether no index knows the filter, or only few items are possible. */
function isReadInOrder({ generationId, project }: ItemFilter, filter: FilterSql): boolean {
  return generationId !== undefined || (hasNoToken(filter) && project === undefined);
}

const limits = [1, 41, 101, 201, 501, 1_001];

/**
 * The next larger of a few limits, written into the statement: with a limit as a parameter, PostgreSQL expects a tenth of
 * all items from the plan that it keeps, and makes a new one each time.
 */
function writeLimit(count: number | undefined): Prisma.Sql {
  if (count === undefined) return Prisma.empty;
  return Prisma.raw(`LIMIT ${limits.find((each) => each >= count) ?? count}`);
}

/**
 * The statement that reads the search index. Its keys contain person and month, so a list that is sorted by time reads
 * one month after the other until it has enough items. Other orders need every match.
 */
function writeIndexedQuery(
  search: Unlimited,
  { filter, columns }: { filter: FilterSql; columns: Prisma.Sql },
): Prisma.Sql {
  const { userId, limit } = search;
  const { tokens, anyTokens, conditions } = filter;
  const { where, order, months, monthOrder } = describeList(search);
  const keysOf = (each: readonly string[]) =>
    Prisma.sql`reverie_search_keys(${userId}::uuid, months."month", ${each}::text[])`;
  const found = [
    ...(tokens.length > 0 ? [Prisma.sql`${itemKeys} @> ${keysOf(tokens)}`] : []),
    ...anyTokens.map((some) => Prisma.sql`${itemKeys} && ${keysOf(some)}`),
  ];
  // OFFSET 0 keeps the other conditions out of the inner query, so that no other way of reading it looks cheaper.
  return Prisma.sql`
    SELECT ${columns}
    FROM (SELECT DISTINCT "month" FROM "ItemCount" WHERE ${months} ORDER BY "month" ${monthOrder}) months
    CROSS JOIN LATERAL (SELECT * FROM "Item" item WHERE ${Prisma.join(found, " AND ")} OFFSET 0) item
    WHERE ${Prisma.join([where, ...conditions], " AND ")}
    ORDER BY ${isSortedByTime(search.sort) ? Prisma.sql`months."month" ${monthOrder}, ` : Prisma.empty}${order}
    ${writeLimit(limit)}`;
}

/** The statement that reads the items of a project, all of which it sorts: a part of a library. */
function writeProjectQuery(
  search: Unlimited,
  { filter, columns, project }: { filter: FilterSql; columns: Prisma.Sql; project: string },
): Prisma.Sql {
  const { where, order } = describeList(search);
  return Prisma.sql`
    SELECT ${columns}
    FROM (
      SELECT item.* FROM "ProjectItem" placed JOIN "Item" item ON item."id" = placed."itemId"
      WHERE placed."projectId" = ${project}::uuid OFFSET 0
    ) item
    WHERE ${Prisma.join([where, ...filter.conditions], " AND ")} ORDER BY ${order} ${writeLimit(search.limit)}`;
}

/** A list without its filters: whose, from where on, in which order. */
function describeList({ userId, filter, sort, position }: Unlimited) {
  const { keys, descending, only } = sortOrders[sort];
  const isAscending = descending === (position?.backwards ?? false);
  const { from, until, generationId, trash } = filter;
  const isTrash = trash === "true";
  const where = [
    Prisma.sql`item."userId" = ${userId}::uuid`,
    isTrash ? Prisma.sql`item."deletedAt" IS NOT NULL` : Prisma.sql`item."deletedAt" IS NULL`,
    ...(only ? [only] : []),
    ...(from ? [Prisma.sql`item."createdAt" >= ${from}::timestamptz`] : []),
    ...(until ? [Prisma.sql`item."createdAt" < ${until}::timestamptz`] : []),
    ...(generationId ? [Prisma.sql`item."generationId" = ${generationId}::uuid`] : []),
    ...(position ? [compareKeys(sort, position.after, isAscending)] : []),
  ];
  const start = position && isSortedByTime(sort) ? new Date(position.after[0]!) : undefined;
  const earliest = latestOf(from, isAscending ? start : undefined);
  const latest = earliestOf(until, isAscending ? undefined : start);
  const direction = Prisma.raw(isAscending ? "ASC" : "DESC");
  return {
    where: Prisma.join(where, " AND "),
    months: Prisma.join(
      [
        Prisma.sql`"userId" = ${userId}::uuid AND "trashed" = ${isTrash}::boolean AND "count" > 0`,
        ...(earliest ? [Prisma.sql`"month" >= reverie_month(${earliest}::timestamptz)`] : []),
        ...(latest ? [Prisma.sql`"month" <= reverie_month(${latest}::timestamptz)`] : []),
      ],
      " AND ",
    ),
    monthOrder: direction,
    order: Prisma.join(keys.map(({ sql }) => Prisma.sql`${sql} ${direction}`)),
  };
}

const latestOf = (...dates: (Date | undefined)[]) =>
  dates
    .filter((date) => date !== undefined)
    .toSorted(byTime)
    .at(-1);
const earliestOf = (...dates: (Date | undefined)[]) =>
  dates.filter((date) => date !== undefined).toSorted(byTime)[0];
const byTime = (left: Date, right: Date) => left.getTime() - right.getTime();
