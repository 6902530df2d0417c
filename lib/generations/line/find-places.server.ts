import { z } from "zod";
import { Prisma, type Queryable } from "@/lib/db/database.server";

const rowsSchema = z.array(z.object({ id: z.uuid(), place: z.number().int().positive() }));

/**
 * The places of a person's queued generations in their lines, from 1, by their ids; of some of them where `ids` says
 * which. A line is that of a key and its limit, so whoever else uses the same key stands in it too. One query.
 */
export async function findPlaces(
  database: Queryable,
  { userId, ids }: { userId: string; ids?: readonly string[] },
): Promise<Map<string, number>> {
  if (ids?.length === 0) return new Map();
  const wanted = ids
    ? Prisma.sql`"userId" = ${userId}::uuid AND "id" = ANY(${[...ids]}::uuid[])`
    : Prisma.sql`"userId" = ${userId}::uuid`;
  // The order of lockLine: whoever asked first leaves first.
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
