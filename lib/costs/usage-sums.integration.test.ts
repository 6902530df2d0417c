import { afterEach, beforeEach, expect, it } from "vitest";
import { createDatabase, Prisma, type Database } from "@/lib/db/database.server";
import { createDatabaseBefore } from "@/lib/db/testing/earlier-database";
import { studioPayer } from "./budgets.server";

let earlier: Awaited<ReturnType<typeof createDatabaseBefore>>;
let database: Database;

/** A database as it was before there were sums. */
beforeEach(async () => {
  earlier = await createDatabaseBefore("20261123175105_usage_sums");
  database = createDatabase(earlier.url, { maxConnections: 1 });
});

afterEach(async () => {
  await database.$disconnect();
  await earlier.drop();
});

/** Counts of three people over five days, some of them at the same times. */
async function count(): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "UsageCount" AS known
    SELECT lpad((1 + number % 3)::text, 32, '0')::uuid,
      date_bin('15 minutes', timestamptz '2026-10-30T22:00Z' + number * interval '23 minutes', '2000-01-01Z'),
      'image', 'model-' || number % 4, number % 7 = 0, (ARRAY['', 'EUR'])[1 + number % 2], 1, number, 2, 3, 4, 5
    FROM generate_series(0, 299) number
    ON CONFLICT ("userId", "at", "generator", "model", "sandbox", "currency") DO UPDATE
    SET "requests" = known."requests" + EXCLUDED."requests", "characters" = known."characters" + EXCLUDED."characters",
      "cost" = known."cost" + EXCLUDED."cost"`;
}

const figures = Prisma.sql`"requests", "characters", "milliseconds", "images", "songs", "cost"`;
const summed = Prisma.sql`sum("requests"), sum("characters"), sum("milliseconds"), sum("images"), sum("songs"), sum("cost")`;

/** How many sums there are, and how many of them are not those of the counts. */
async function compareSums(): Promise<{ sums: bigint; wrong: bigint }> {
  const [row] = await database.$queryRaw<{ sums: bigint; wrong: bigint }[]>`
    WITH kept AS (
      SELECT "userId", "day"::text AS "at", "generator", "model", "sandbox", "currency", ${figures} FROM "UsageDay"
      UNION ALL SELECT "userId", "at"::text, '', '', "sandbox", "currency", ${figures} FROM "UsageQuarter"
    ), right_ones AS (
      SELECT "userId", ("at" AT TIME ZONE 'UTC')::date::text, "generator", "model", "sandbox", "currency", ${summed}
      FROM "UsageCount" GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT "userId", "at"::text, '', '', "sandbox", "currency", ${summed} FROM "UsageCount" GROUP BY 1, 2, 5, 6
      UNION ALL
      SELECT ${studioPayer}::uuid, "at"::text, '', '', "sandbox", "currency", ${summed}
      FROM "UsageCount" GROUP BY 2, 5, 6
    )
    SELECT (SELECT count(*) FROM kept) AS "sums", (
      SELECT count(*) FROM (
        (SELECT * FROM kept EXCEPT ALL SELECT * FROM right_ones)
        UNION ALL (SELECT * FROM right_ones EXCEPT ALL SELECT * FROM kept)
      ) differing
    ) AS "wrong"`;
  return row!;
}

it("sums what was counted before there were sums, and what is counted later", async () => {
  await count();
  await earlier.migrate();
  const { sums, wrong } = await compareSums();
  expect(sums).toBeGreaterThan(600n);
  expect(wrong).toBe(0n);
  await count();
  expect(await compareSums()).toEqual({ sums, wrong: 0n });
  await database.usageCount.deleteMany({ where: { model: "model-1" } });
  await database.$executeRaw`DELETE FROM "UsageDay" WHERE "requests" = 0`;
  await database.$executeRaw`DELETE FROM "UsageQuarter" WHERE "requests" = 0`;
  expect(await compareSums()).toMatchObject({ wrong: 0n });
});

it("counts the calls of before, as far as they may have been billed", async () => {
  const person = "01933b6e-0000-7000-8000-000000000000";
  await database.$executeRaw`INSERT INTO "User" ("id", "email", "name") VALUES (${person}::uuid, 'a@example.test', 'A')`;
  await database.$executeRaw`
    INSERT INTO "Asset" ("id", "userId", "sha256", "bytes", "mimeType", "kind", "origin")
    VALUES (${person}::uuid, ${person}::uuid, 'sha', 1, 'audio/wav', 'audio', 'upload')`;
  await database.$executeRaw`
    INSERT INTO "CoverAnalysis" ("id", "userId", "scope", "assetId", "sha256", "state", "startedAt", "durationSeconds")
    SELECT gen_random_uuid(), ${person}::uuid, '', ${person}::uuid, '', state, "at", 61.5
    FROM (VALUES ('ready', timestamptz '2026-10-31T23:59Z'), ('failed', '2026-10-31T23:59Z'), ('queued', NULL),
      ('unknown', '2026-11-01T00:00Z')) given (state, "at")`;
  await database.$executeRaw`
    INSERT INTO "LyricsDraft" ("id", "userId", "idempotencyKey", "requestHash", "state", "mode", "prompt", "createdAt")
    SELECT gen_random_uuid(), ${person}::uuid, state, '', state, 'edit', '', timestamptz '2026-11-01T00:00Z'
    FROM unnest(ARRAY['running', 'ready', 'failed', 'unknown']) state`;
  await earlier.migrate();
  const days = await database.usageDay.findMany({ orderBy: [{ day: "asc" }, { generator: "asc" }] });
  expect(
    days.map(({ day, generator, requests, milliseconds, currency }) => ({
      day: day.toISOString().slice(0, 10),
      generator,
      requests,
      milliseconds,
      currency,
    })),
  ).toEqual([
    { day: "2026-10-31", generator: "cover-analysis", requests: 1n, milliseconds: 61_500n, currency: "" },
    { day: "2026-11-01", generator: "cover-analysis", requests: 1n, milliseconds: 61_500n, currency: "" },
    { day: "2026-11-01", generator: "lyrics-draft", requests: 3n, milliseconds: 0n, currency: "" },
  ]);
  expect(await compareSums()).toMatchObject({ wrong: 0n });
  expect(await database.paidCall.groupBy({ by: ["month"], _count: true, orderBy: { month: "asc" } })).toEqual(
    [
      { month: 202610, _count: 1 },
      { month: 202611, _count: 4 },
    ],
  );
  expect(await database.spending.count()).toBe(0);
});
