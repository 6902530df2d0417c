import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";

/** Tables whose rows have a name that is unique for their person, or for their person and group. */
const named = {
  SavedSearch: Prisma.sql`SELECT "id", "userId", '' AS "group", "name" FROM "SavedSearch"`,
  Preset: Prisma.sql`SELECT "id", "userId", "generator" AS "group", "name" FROM "Preset"`,
  Snippet: Prisma.sql`SELECT "id", "userId", '' AS "group", "name" FROM "Snippet"`,
} as const;

interface OwnName {
  table: keyof typeof named;
  userId: string;
  /** The generator of a preset. */
  group?: string;
  name: string;
  /** The row that may have the name. */
  exceptId?: string;
}

const byName = new Intl.Collator("en", { numeric: true });

/** In the order of their names, with numbers as numbers. */
export function sortByName<Row extends { name: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => byName.compare(left.name, right.name));
}

/** Compares as the unique index does. */
export async function isNameTaken(
  transaction: Prisma.TransactionClient,
  { table, userId, group = "", name, exceptId }: OwnName,
): Promise<boolean> {
  const taken = await transaction.$queryRaw<unknown[]>`
    SELECT "id" FROM (${named[table]}) row
    WHERE "userId" = ${userId}::uuid AND "group" = ${group} AND lower("name") = lower(${name})
      AND "id" IS DISTINCT FROM ${exceptId ?? null}::uuid`;
  return taken.length > 0;
}

/** @throws StudioError input.invalid at `name`, with this key */
export async function requireFreeName(
  transaction: Prisma.TransactionClient,
  { key, ...name }: OwnName & { key: string },
): Promise<void> {
  if (await isNameTaken(transaction, name)) {
    throw new StudioError("input.invalid", { fields: [{ path: "name", key }] });
  }
}
