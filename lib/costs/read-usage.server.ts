import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { sumUsage, type UsageRow } from "./sum-usage";
import type { UsageDto, UsageQuery } from "./usage-dto";
import { completePeriod } from "./usage-period";

const rowsSchema: z.ZodType<UsageRow[], unknown> = z.array(
  z.object({
    day: z.string(),
    userId: z.uuid(),
    name: z.string().nullable(),
    generator: z.string(),
    model: z.string(),
    currency: z.string(),
    requests: z.number(),
    characters: z.number(),
    milliseconds: z.number(),
    images: z.number(),
    songs: z.number(),
    cost: z.string().transform(BigInt),
  }),
);

/** Whose figures somebody may see; null for everyone's. */
export function findSeenPerson(
  actor: Pick<Actor, "userId" | "role">,
  { memberId }: Pick<UsageQuery, "memberId">,
): string | null {
  return actor.role === "owner" ? (memberId ?? null) : actor.userId;
}

/** SQL for the beginning of the first day and of the one after the last. */
export function betweenDays(
  column: Prisma.Sql,
  { from, until, timeZone }: { from: string; until: string; timeZone: string },
): Prisma.Sql {
  return Prisma.sql`${column} >= (${from}::date::timestamp AT TIME ZONE ${timeZone}::text)
    AND ${column} < ((${until}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text)`;
}

/** What a person, or everyone, used in a period and what it came to. Reads sums, never the requests. */
export async function readUsage(
  { database, clock }: { database: Queryable; clock: Clock },
  actor: Pick<Actor, "userId" | "role">,
  query: UsageQuery,
): Promise<UsageDto> {
  const { timeZone, sandbox } = query;
  const period = { ...completePeriod(query, clock.now()), timeZone };
  const person = findSeenPerson(actor, query);
  const rows = rowsSchema.parse(
    await database.$queryRaw<unknown[]>`
      SELECT used.*, "User"."name" FROM (
        SELECT to_char(("at" AT TIME ZONE ${timeZone}::text)::date, 'YYYY-MM-DD') AS "day", "userId", "generator", "model", "currency",
          sum("requests")::float8 AS "requests", sum("characters")::float8 AS "characters",
          sum("milliseconds")::float8 AS "milliseconds", sum("images")::float8 AS "images",
          sum("songs")::float8 AS "songs", sum("cost")::text AS "cost"
        FROM "UsageCount"
        WHERE ${betweenDays(Prisma.sql`"at"`, period)} AND "sandbox" = ${sandbox}
          ${person === null ? Prisma.empty : Prisma.sql`AND "userId" = ${person}::uuid`}
        GROUP BY 1, "userId", "generator", "model", "currency"
        HAVING sum("requests") > 0
      ) used LEFT JOIN "User" ON "User"."id" = used."userId"`,
  );
  return { ...period, sandbox, ...sumUsage(rows) };
}
