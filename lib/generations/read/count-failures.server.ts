import { z } from "zod";
import { Prisma, type Database } from "@/lib/db/database.server";
import { isTimeZone } from "@/lib/i18n/locales";
import type { FailureDays } from "./failure-days-dto";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The query of GET /api/v1/generations/failures. */
export const failuresQuerySchema = z.object({
  from: instantSchema.optional().describe("Only generations created at this time or later."),
  until: instantSchema.optional().describe("Only generations created before this time."),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: "field.invalid" })
    .default("UTC")
    .describe("The time zone of the days, for example `Europe/Vienna`."),
});

/** How many generations ended without success on each day, newest first; those in the trash and dismissed ones are not counted. */
export async function countFailures(
  database: Pick<Database, "$queryRaw">,
  userId: string,
  { from, until, timeZone }: z.output<typeof failuresQuerySchema>,
): Promise<FailureDays> {
  const days = await database.$queryRaw<FailureDays["days"]>`
    SELECT to_char("createdAt" AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD') AS "day",
      (count(*) FILTER (WHERE "state" <> 'cancelled'))::integer AS "failed",
      (count(*) FILTER (WHERE "state" = 'cancelled'))::integer AS "cancelled"
    FROM "Generation"
    WHERE "userId" = ${userId}::uuid AND "state" IN ('failed', 'unknown', 'cancelled') AND "deletedAt" IS NULL
      AND "dismissedAt" IS NULL AND "erasedAt" IS NULL AND "relation" IS DISTINCT FROM 'sample'
      ${from ? Prisma.sql`AND "createdAt" >= ${from}::timestamptz` : Prisma.empty}
      ${until ? Prisma.sql`AND "createdAt" < ${until}::timestamptz` : Prisma.empty}
    GROUP BY 1 ORDER BY 1 DESC`;
  return { days };
}
