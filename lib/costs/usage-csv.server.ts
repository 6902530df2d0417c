import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { toDecimal } from "./money";
import { betweenDays, findSeenPerson } from "./read-usage.server";
import type { UsageQuery } from "./usage-dto";
import { completePeriod } from "./usage-period";

const rowSchema = z.object({
  id: z.uuid(),
  startedAt: z.date(),
  /** Null of what was sent outside of generations. */
  generationId: z.uuid().nullable(),
  member: z.string().nullable(),
  generator: z.string(),
  model: z.string(),
  state: z.string(),
  characters: z.number().nullable(),
  milliseconds: z.number().nullable(),
  images: z.number().nullable(),
  songs: z.number().nullable(),
  currency: z.string().nullable(),
  estimate: z.bigint().nullable(),
  cost: z.bigint().nullable(),
});
type CsvRow = z.output<typeof rowSchema>;

const columns: readonly [name: string, read: (row: CsvRow) => string | number | null][] = [
  ["sent_at", ({ startedAt }) => startedAt.toISOString()],
  ["generation_id", ({ generationId }) => generationId],
  ["member", ({ member }) => member],
  ["generator", ({ generator }) => generator],
  ["model", ({ model }) => model],
  ["response", ({ state }) => (state === "answered" ? "received" : "none")],
  ["characters", ({ characters }) => characters],
  ["seconds", ({ milliseconds }) => (milliseconds === null ? null : milliseconds / 1_000)],
  ["images", ({ images }) => images],
  ["songs", ({ songs }) => songs],
  ["currency", ({ currency }) => currency],
  ["estimate", ({ estimate }) => writeMoney(estimate)],
  ["cost", ({ cost }) => writeMoney(cost)],
  [
    "difference",
    ({ estimate, cost }) => writeMoney(estimate === null || cost === null ? null : cost - estimate),
  ],
];

const writeMoney = (micros: bigint | null) => (micros === null ? null : toDecimal(micros));

const rowsAtOnce = 1_000;

/**
 * Every request of a period that was answered or may have been billed, oldest first, as CSV with a byte order mark, without
 * which spreadsheets misread names. Read page by page as fast as the reader takes it, so its length does not matter.
 */
export async function* writeUsageCsv(
  { database, clock }: { database: Queryable; clock: Clock },
  actor: Pick<Actor, "userId" | "role">,
  query: UsageQuery,
): AsyncGenerator<string> {
  const period = { ...completePeriod(query, clock.now()), timeZone: query.timeZone };
  const person = findSeenPerson(actor, query);
  yield `\ufeff${columns.map(([name]) => name).join(",")}\r\n`;
  let last: CsvRow | undefined;
  do {
    // Of each table, the first ones are read from its index.
    const next = (sent: Prisma.Sql) => Prisma.sql`
      ${betweenDays(Prisma.sql`${sent}."startedAt"`, period)}
      AND ${person === null ? Prisma.sql`${sent}."userId" IS NOT NULL` : Prisma.sql`${sent}."userId" = ${person}::uuid`}
      ${last ? Prisma.sql`AND (${sent}."startedAt", ${sent}."id") > (${last.startedAt}, ${last.id}::uuid)` : Prisma.empty}`;
    const first = Prisma.sql`ORDER BY "startedAt", "id" LIMIT ${rowsAtOnce}`;
    const rows = z.array(rowSchema).parse(
      await database.$queryRaw<unknown[]>`
        SELECT sent.*, "User"."name" AS "member" FROM (
          (
            SELECT attempt."id", attempt."startedAt", attempt."userId", attempt."generationId", take."generator",
              take."model", attempt."state", attempt."characters", attempt."milliseconds", attempt."images",
              attempt."songs", attempt."currency", attempt."estimate", attempt."cost"
            FROM "Attempt" attempt JOIN "Generation" take ON take."id" = attempt."generationId"
            WHERE ${next(Prisma.sql`attempt`)} AND attempt."state" IN ('answered', 'unknown')
              AND take."sandbox" = ${query.sandbox}
            ${first}
          ) UNION ALL (
            SELECT call."id", call."startedAt", call."userId", NULL, call."kind", call."model", call."state", NULL,
              call."milliseconds", NULL, NULL, call."currency", call."estimate", call."cost"
            FROM "PaidCall" call
            WHERE ${next(Prisma.sql`call`)} AND call."state" <> 'refused' AND call."sandbox" = ${query.sandbox}
            ${first}
          )
          ${first}
        ) sent LEFT JOIN "User" ON "User"."id" = sent."userId"
        ORDER BY sent."startedAt", sent."id"`,
    );
    if (rows.length > 0) yield rows.map(writeRow).join("");
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last);
}

function writeRow(row: CsvRow): string {
  return `${columns.map(([, read]) => writeCell(read(row))).join(",")}\r\n`;
}

/** What spreadsheets take for a formula. A number is none. */
const formulaStart = /^[=+\-@\t\r]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Quoted where it must be; text that a spreadsheet would calculate is made text. */
export function writeCell(value: string | number | null): string {
  if (value === null) return "";
  const text = String(value);
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
