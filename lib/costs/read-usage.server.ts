import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { studioPayer } from "./budgets.server";
import { sumUsage, type UsedDay, type UsedShare } from "./sum-usage";
import type { UsageDto, UsageQuery } from "./usage-dto";
import { completePeriod } from "./usage-period";

const figuresShape = {
  currency: z.string(),
  requests: z.number(),
  characters: z.number(),
  milliseconds: z.number(),
  images: z.number(),
  songs: z.number(),
  cost: z.string().transform(BigInt),
};

const readSchema = z.tuple([
  z.object({
    days: z.array(z.object({ day: z.string(), ...figuresShape })),
    shares: z.array(
      z.object({
        userId: z.uuid(),
        name: z.string().nullable(),
        generator: z.string(),
        model: z.string(),
        ...figuresShape,
      }),
    ),
  }),
]) satisfies z.ZodType<[{ days: UsedDay[]; shares: UsedShare[] }], unknown>;

/** Whose figures somebody may see; null for everyone's. */
export function findSeenPerson(
  actor: Pick<Actor, "userId" | "role">,
  { memberId }: Pick<UsageQuery, "memberId">,
): string | null {
  return actor.role === "owner" ? (memberId ?? null) : actor.userId;
}

interface Period {
  from: string;
  until: string;
  timeZone: string;
}

/** SQL for the beginning of the first day and of the one after the last. */
export function betweenDays(column: Prisma.Sql, period: Period): Prisma.Sql {
  return Prisma.sql`${column} >= ${beginOf(period)} AND ${column} < ${endOf(period)}`;
}

const beginOf = ({ from, timeZone }: Period) =>
  Prisma.sql`(${from}::date::timestamp AT TIME ZONE ${timeZone}::text)`;
const endOf = ({ until, timeZone }: Period) =>
  Prisma.sql`((${until}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text)`;

const sums = Prisma.sql`sum("requests") AS "requests", sum("characters") AS "characters", sum("milliseconds") AS "milliseconds",
  sum("images") AS "images", sum("songs") AS "songs", sum("cost")::text AS "cost"`;

/**
 * What a person, or everyone, used in a period and what it came to. Never reads the requests, and of their counts only those
 * of the edges: a period begins and ends inside a day of UTC, and has the sums of the days between.
 */
export async function readUsage(
  { database, clock }: { database: Queryable; clock: Clock },
  actor: Pick<Actor, "userId" | "role">,
  query: UsageQuery,
): Promise<UsageDto> {
  const { timeZone, sandbox } = query;
  const period = { ...completePeriod(query, clock.now()), timeZone };
  const person = findSeenPerson(actor, query);
  const ofPerson = person === null ? Prisma.empty : Prisma.sql`AND "userId" = ${person}::uuid`;
  const figures = Prisma.sql`"userId", "generator", "model", "currency", "requests", "characters", "milliseconds", "images", "songs", "cost"`;
  const [{ days, shares }] = readSchema.parse(
    await database.$queryRaw<unknown[]>`
      WITH days AS (
        SELECT ("at" AT TIME ZONE ${timeZone}::text)::date AS "day", "currency", ${sums}
        FROM "UsageQuarter"
        WHERE "userId" = ${person ?? studioPayer}::uuid AND "sandbox" = ${sandbox}
          AND ${betweenDays(Prisma.sql`"at"`, period)}
        GROUP BY 1, 2 HAVING sum("requests") > 0
      ), period AS (
        SELECT ${beginOf(period)} AS begins, ${endOf(period)} AS ends
      ), whole AS (
        SELECT begins, ends, first, greatest(first, date_trunc('day', ends, 'UTC')) AS last
        FROM period CROSS JOIN LATERAL (
          SELECT least(ends, date_trunc('day', begins + interval '1 day' - interval '1 millisecond', 'UTC')) AS first
        ) firsts
      ), parts AS (
        SELECT ${figures} FROM "UsageDay", whole
        WHERE "day" >= (first AT TIME ZONE 'UTC')::date AND "day" < (last AT TIME ZONE 'UTC')::date
          AND "sandbox" = ${sandbox} ${ofPerson}
        UNION ALL
        SELECT ${figures} FROM "UsageCount", whole
        WHERE "at" >= begins AND "at" < first AND "sandbox" = ${sandbox} ${ofPerson}
        UNION ALL
        SELECT ${figures} FROM "UsageCount", whole
        WHERE "at" >= last AND "at" < ends AND "sandbox" = ${sandbox} ${ofPerson}
      ), shares AS (
        SELECT used.*, "User"."name" FROM (
          SELECT "userId", "generator", "model", "currency", ${sums}
          FROM parts GROUP BY 1, 2, 3, 4 HAVING sum("requests") > 0
        ) used LEFT JOIN "User" ON "User"."id" = used."userId"
      )
      SELECT (SELECT coalesce(jsonb_agg(to_jsonb(days)), '[]') FROM days) AS "days",
        (SELECT coalesce(jsonb_agg(to_jsonb(shares)), '[]') FROM shares) AS "shares"`,
  );
  return { ...period, sandbox, ...sumUsage({ days, shares }) };
}
