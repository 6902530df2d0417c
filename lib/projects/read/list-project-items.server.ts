import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { readJson } from "@/lib/errors/read-json";
import { StudioError } from "@/lib/errors/studio-error";
import { matchWords } from "@/lib/items/read/filter-sql.server";
import { parseSearch } from "@/lib/items/search-text";
import { itemColumns, type ItemRow, toItemDto } from "@/lib/items/read/item-row.server";
import { isStorableText } from "@/lib/service/contract/text";
import type { ProjectItemDto, ProjectItemPage } from "../project-dto";
import type { ListProjectItemsQuery } from "../project-input";
import type { ProjectItemSort } from "../project-names";
import { type Reader, requireProject } from "./project-access.server";

interface PlacedRow extends ItemRow {
  personId: string;
  person: string;
  position: number;
  addedAt: Date;
}

interface SortOrder {
  column: Prisma.Sql;
  type: "float8" | "timestamptz" | "text";
  descending: boolean;
  valueOf(row: PlacedRow): number | string;
}

const added = {
  column: Prisma.sql`placed."addedAt"`,
  type: "timestamptz",
  valueOf: (row: PlacedRow) => row.addedAt.toISOString(),
} as const;

/**
 * Places and times are read from an index of `ProjectItem`, in both directions. Titles are in `Item`, so no index has them
 * in the order of a project: all of its items are sorted.
 */
const sortOrders: Readonly<Record<ProjectItemSort, SortOrder>> = {
  order: {
    column: Prisma.sql`placed."position"`,
    type: "float8",
    descending: false,
    valueOf: (row) => row.position,
  },
  newest: { ...added, descending: true },
  oldest: { ...added, descending: false },
  title: {
    column: Prisma.sql`lower(coalesce(item."title", item."takeName"))`,
    type: "text",
    descending: false,
    valueOf: (row) => row.nameKey,
  },
};

const selectPlaced = Prisma.sql`
  SELECT ${itemColumns}, item."userId" AS "personId", person."name" AS "person", placed."position", placed."addedAt"
  FROM "ProjectItem" placed
  JOIN "Item" item ON item."id" = placed."itemId"
  JOIN "User" person ON person."id" = item."userId"`;

/**
 * An item of a project.
 *
 * @throws StudioError not-found for a project that the person doesn't see, and for what it doesn't have or is in the trash
 */
export async function getProjectItem(
  database: Reader,
  { userId, id, itemId }: { userId: string; id: string; itemId: string },
): Promise<ProjectItemDto> {
  await requireProject(database, { userId, id }, "view");
  const [row] = await database.$queryRaw<PlacedRow[]>`
    ${selectPlaced}
    WHERE placed."projectId" = ${id}::uuid AND placed."itemId" = ${itemId}::uuid AND item."deletedAt" IS NULL`;
  if (!row) throw new StudioError("not-found");
  return toProjectItemDto(row, userId);
}

/** Of other people's items, only the name is searched, as far as it is shown: the text behind it is private. */
const searchedBy = (userId: string) => Prisma.sql`
  CASE WHEN item."userId" = ${userId}::uuid THEN item."searchText" || chr(10) || item."ownText"
       ELSE regexp_replace(lower(normalize(left(coalesce(item."title", item."takeName"), 120), NFKC)), '\\s+', ' ', 'g') END`;

/**
 * A page of the items of a project, of every person in it. Pages continue where the item of their cursor is or was.
 *
 * @throws StudioError not-found for a project that the person doesn't see, input.invalid for a cursor of another order
 */
export async function listProjectItems(
  database: Reader,
  { userId, id }: { userId: string; id: string },
  query: ListProjectItemsQuery,
): Promise<ProjectItemPage> {
  await requireProject(database, { userId, id }, "view");
  const { sort, limit, kind, generator, q } = query;
  const position = query.cursor === undefined ? undefined : readCursor(sort, query.cursor);
  const backwards = position?.backwards ?? false;
  const { column, type, descending } = sortOrders[sort];
  const isAscending = descending === backwards;
  const direction = isAscending ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const where = [
    Prisma.sql`placed."projectId" = ${id}::uuid AND item."deletedAt" IS NULL`,
    ...(kind && kind.length > 0 ? [Prisma.sql`item."kind" = ANY (${kind}::text[])`] : []),
    ...(generator ? [Prisma.sql`item."generator" = ANY (${generator}::text[])`] : []),
    ...(q ? matchWords(parseSearch(q), searchedBy(userId)) : []),
    ...(position
      ? [
          Prisma.sql`(${column}, placed."itemId") ${Prisma.raw(isAscending ? ">" : "<")}
            (CAST(${position.value} AS ${Prisma.raw(type)}), ${position.itemId}::uuid)`,
        ]
      : []),
  ];
  const found = await database.$queryRaw<PlacedRow[]>`
    ${selectPlaced}
    WHERE ${Prisma.join(where, " AND ")}
    ORDER BY ${column} ${direction}, placed."itemId" ${direction} LIMIT ${limit + 1}`;
  const page = found.slice(0, limit);
  if (backwards) page.reverse();
  const hasMore = found.length > limit;
  const [first, last] = [page.at(0), page.at(-1)];
  return {
    items: page.map((row) => toProjectItemDto(row, userId)),
    nextCursor: last && (backwards || hasMore) ? writeCursor(sort, last, false) : null,
    previousCursor: first && (backwards ? hasMore : position) ? writeCursor(sort, first, true) : null,
  };
}

/** What a person marks their items with, and the text behind them, is not shown to others. */
function toProjectItemDto(
  { personId, person, position: _position, addedAt, ...row }: PlacedRow,
  userId: string,
): ProjectItemDto {
  const own = personId === userId;
  const { words, ...item } = toItemDto(own ? row : { ...row, tags: [], rating: 0, favourite: false });
  return {
    ...item,
    ...(own && words !== undefined ? { words } : {}),
    own,
    person,
    addedAt: addedAt.toISOString(),
  };
}

const cursorSchemas = {
  float8: z.tuple([z.string(), z.boolean(), z.number(), z.uuid()]),
  timestamptz: z.tuple([z.string(), z.boolean(), z.iso.datetime(), z.uuid()]),
  text: z.tuple([z.string(), z.boolean(), z.string().refine(isStorableText), z.uuid()]),
};

function writeCursor(sort: ProjectItemSort, row: PlacedRow, backwards: boolean): string {
  const values = [sort, backwards, sortOrders[sort].valueOf(row), row.id];
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

function readCursor(sort: ProjectItemSort, cursor: string) {
  const text = Buffer.from(cursor, "base64url").toString();
  const values = readJson(cursorSchemas[sortOrders[sort].type], text);
  if (!values || values[0] !== sort)
    throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  const [, backwards, value, itemId] = values;
  return { backwards, value, itemId };
}
