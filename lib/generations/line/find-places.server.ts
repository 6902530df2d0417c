import { z } from "zod";
import { Prisma, type Queryable } from "@/lib/db/database.server";

const rowsSchema = z.array(z.object({ id: z.uuid(), place: z.number().int().positive() }));

/**
 * The queue positions of a person's queued generations, from 1, by ID; of all without `ids`. A line belongs to a key and
 * its limit, so it includes the generations of everyone who uses the same key. One query.
 */
export async function findPlaces(
  database: Queryable,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<Map<string, number>> {
  if (ids?.length === 0) return new Map();
  const wanted = ids
    ? Prisma.sql`"userId" = ${userId}::uuid AND "id" = ANY(${[...ids]}::uuid[])`
    : Prisma.sql`"userId" = ${userId}::uuid`;
  // The order of lockLine: first in, first out.
  const rows = await database.$queryRaw<unknown[]>`
    SELECT "id", "place" FROM (
      SELECT "id", "userId", (row_number() OVER (PARTITION BY "rateBucket" ORDER BY "id"))::int AS "place"
      FROM "Generation"
      WHERE "state" = 'queued' AND "rateBucket" IN (
        SELECT "rateBucket" FROM "Generation" WHERE "state" = 'queued' AND ${wanted}
      )
    ) AS line
    WHERE ${wanted}`;
  return new Map(rowsSchema.parse(rows).map(({ id, place }) => [id, place]));
}
