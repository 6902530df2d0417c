import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isStorableText } from "@/lib/service/contract/text";
import { itemSorts, type ItemSort } from "../item-names";
import type { ItemRow } from "./item-row.server";

/** By what a list is sorted, as it is in the index of its order. */
interface SortKey {
  sql: Prisma.Sql;
  type: "timestamptz" | "uuid" | "float8" | "int4" | "int8" | "text";
  valueOf(row: ItemRow): SortValue;
}
export type SortValue = string | number;

const createdAt: SortKey = {
  sql: Prisma.sql`item."createdAt"`,
  type: "timestamptz",
  valueOf: (row) => row.createdAt.toISOString(),
};
const id: SortKey = { sql: Prisma.sql`item."id"`, type: "uuid", valueOf: (row) => row.id };
const rating: SortKey = { sql: Prisma.sql`item."rating"`, type: "int4", valueOf: (row) => row.rating };
const length: SortKey = {
  sql: Prisma.sql`item."durationSeconds"`,
  type: "float8",
  valueOf: (row) => row.durationSeconds ?? 0,
};
const size: SortKey = {
  sql: Prisma.sql`item."bytes"`,
  type: "int8",
  valueOf: (row) => Number(row.bytes),
};
const name: SortKey = {
  sql: Prisma.sql`lower(coalesce(item."title", item."takeName"))`,
  type: "text",
  valueOf: (row) => row.nameKey,
};
const hasLength = Prisma.sql`item."durationSeconds" IS NOT NULL`;

interface SortOrder {
  keys: readonly SortKey[];
  descending: boolean;
  /** What is in the list at all. */
  only?: Prisma.Sql;
}

export const sortOrders: Readonly<Record<ItemSort, SortOrder>> = {
  newest: { keys: [createdAt, id], descending: true },
  oldest: { keys: [createdAt, id], descending: false },
  longest: { keys: [length, id], descending: true, only: hasLength },
  shortest: { keys: [length, id], descending: false, only: hasLength },
  rating: { keys: [rating, createdAt, id], descending: true },
  title: { keys: [name, id], descending: false },
  largest: { keys: [size, id], descending: true },
};

export function isSortedByTime(sort: ItemSort): boolean {
  return sort === "newest" || sort === "oldest";
}

/** The rows behind these values in the given direction. */
export function compareKeys(sort: ItemSort, values: readonly SortValue[], isAscending: boolean): Prisma.Sql {
  const { keys } = sortOrders[sort];
  const columns = Prisma.join(keys.map(({ sql }) => sql));
  const bounds = Prisma.join(
    keys.map(({ type }, index) => Prisma.sql`CAST(${values[index]} AS ${Prisma.raw(type)})`),
  );
  return Prisma.sql`(${columns}) ${Prisma.raw(isAscending ? ">" : "<")} (${bounds})`;
}

/** Where a page begins: behind the item with these values, forwards or backwards. */
export interface Position {
  after: readonly SortValue[];
  backwards: boolean;
}

/** The position of an item, also of one that is not in the list. */
export function findPositionOf(sort: ItemSort, row: ItemRow, backwards: boolean): Position {
  return { after: sortOrders[sort].keys.map(({ valueOf }) => valueOf(row)), backwards };
}

const lowestId = "00000000-0000-0000-0000-000000000000";
const highestId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The position at a time, in a list that is sorted by it. */
export function findPositionAt(sort: ItemSort, at: Date): Position {
  if (!isSortedByTime(sort))
    throw new StudioError("input.invalid", { fields: [{ path: "at", key: "field.invalid" }] });
  return { after: [at.toISOString(), sortOrders[sort].descending ? highestId : lowestId], backwards: false };
}

const valueSchemas: Readonly<Record<SortKey["type"], z.ZodType<SortValue>>> = {
  timestamptz: z.iso.datetime(),
  uuid: z.uuid(),
  float8: z.number(),
  int4: z.int32(),
  int8: z.int(),
  text: z.string().refine(isStorableText),
};

const cursorSchema = z.tuple([z.enum(itemSorts), z.boolean()]).rest(z.union([z.string(), z.number()]));

export function writeCursor(sort: ItemSort, row: ItemRow, backwards: boolean): string {
  const { after } = findPositionOf(sort, row, backwards);
  return Buffer.from(JSON.stringify([sort, backwards, ...after])).toString("base64url");
}

/** @throws StudioError input.invalid, also for the cursor of another order */
export function readCursor(sort: ItemSort, cursor: string): Position {
  const [of, backwards, ...after] = parseCursor(cursor) ?? [];
  const { keys } = sortOrders[sort];
  const fits =
    of === sort &&
    after.length === keys.length &&
    keys.every(({ type }, index) => valueSchemas[type].safeParse(after[index]).success);
  if (!fits) throw new StudioError("input.invalid", { fields: [{ path: "cursor", key: "cursor" }] });
  return { after, backwards: backwards ?? false };
}

function parseCursor(cursor: string) {
  const text = Buffer.from(cursor, "base64url").toString();
  try {
    return cursorSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
