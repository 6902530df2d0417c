// node <program>: reads the usage of a month of 1,000 and of 100,000 requests and prints the times as JSON.
import { studioClock } from "@/lib/clock";
import { readUsage } from "@/lib/costs/read-usage.server";
import { writeUsageCsv } from "@/lib/costs/usage-csv.server";
import { usageQuerySchema } from "@/lib/costs/usage-dto";
import type { Database } from "@/lib/db/database.server";
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";

const rounds = 100;
const query = usageQuerySchema.parse({ from: "2026-10-01", until: "2026-10-31", timeZone: "Europe/Vienna" });

/** Requests of five people to six models, spread over the days and nights of a month. */
async function seed(database: Database, people: readonly string[], count: number): Promise<void> {
  await database.$executeRaw`TRUNCATE "Generation", "UsageCount", "UsageDay", "UsageQuarter", "Spending" CASCADE`;
  // A hundred thousand triggers in one transaction would take minutes; their sums are written at once instead.
  await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`ALTER TABLE "Attempt" DISABLE TRIGGER USER`;
      await transaction.$executeRaw`ALTER TABLE "Generation" DISABLE TRIGGER USER`;
      await transaction.$executeRaw`
    WITH numbered AS (
      SELECT number, (${[...people]}::uuid[])[1 + number % 5] AS person,
        timestamptz '2026-10-01Z' + (number * interval '30 days' / ${count}::integer) AS at
      FROM generate_series(0, ${count}::integer - 1) number
    ), takes AS (
      INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model", "connection", "createdAt", "updatedAt")
      SELECT gen_random_uuid(), person, (ARRAY['image', 'speech', 'music'])[1 + number % 3], 'succeeded', '{}', number::text, '',
        'model-' || number % 6, '{}', at, at
      FROM numbered RETURNING "id", "userId", "createdAt"
    )
    INSERT INTO "Attempt" ("id", "generationId", "number", "state", "startedAt", "userId", "month", "currency", "estimate", "cost", "characters")
    SELECT gen_random_uuid(), "id", 1, 'answered', "createdAt", "userId", 202610, 'EUR', 25000, 25000, 100 FROM takes`;
      await transaction.$executeRaw`
        INSERT INTO "UsageCount"
        SELECT attempt."userId", date_bin('15 minutes', attempt."startedAt", '2000-01-01Z'), take."generator", take."model",
          false, 'EUR', count(*), sum(attempt."characters"), 0, 0, 0, sum(attempt."cost")
        FROM "Attempt" attempt JOIN "Generation" take ON take."id" = attempt."generationId"
        GROUP BY 1, 2, 3, 4`;
    },
    { timeout: 120_000 },
  );
  await database.$executeRaw`VACUUM ANALYZE "Generation"`;
  await database.$executeRaw`VACUUM ANALYZE "Attempt"`;
  for (const table of ["UsageCount", "UsageDay", "UsageQuarter"])
    await database.$executeRawUnsafe(`VACUUM ANALYZE "${table}"`);
}

const postgres = await startTestPostgres();
const test = await createTestDatabase(postgres.templateUrl);
try {
  const people: string[] = [];
  for (const number of Array.from({ length: 5 }).keys()) {
    const { id } = await test.database.user.create({
      data: { email: `${number}@example.test`, name: `Person ${number}`, role: "owner" },
    });
    people.push(id);
  }
  const services = { database: test.database, clock: studioClock };
  const owner = { userId: people[0]!, role: "owner" as const };

  async function timeReads(count: number): Promise<number[]> {
    await seed(test.database, people, count);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const { total } = await readUsage(services, owner, query);
      times.push(performance.now() - startedAt);
      if (total.requests !== count)
        throw new Error(`The page has ${total.requests} requests instead of ${count}.`);
    }
    return times;
  }

  const few = await timeReads(1_000);
  const many = await timeReads(100_000);
  const startedAt = performance.now();
  let lines = 0;
  let firstMs = 0;
  let mostBytes = 0;
  for await (const text of writeUsageCsv(services, owner, query)) {
    if (lines === 0) firstMs = performance.now() - startedAt;
    lines += text.split("\r\n").length - 1;
    mostBytes = Math.max(mostBytes, text.length);
  }
  if (lines !== 100_001) throw new Error(`The CSV has ${lines} lines.`);
  const csv = { firstMs, allMs: performance.now() - startedAt, mostBytes };
  process.stdout.write(JSON.stringify({ few, many, csv }));
} finally {
  await test.drop();
  await postgres.stop();
}
