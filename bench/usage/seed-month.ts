import { createDatabase } from "@/lib/db/database.server";
import type { RunningStudio } from "../studio/running-studio";

const people = 5;

/** October 2026 with requests of five people to six models, spread over its days and nights. */
export async function seedMonth(studio: RunningStudio, count: number): Promise<void> {
  const database = createDatabase(await studio.findDatabaseUrl(), { maxConnections: 2 });
  try {
    const { id: owner } = await database.user.findFirstOrThrow();
    const ids = [owner];
    while (ids.length < people) {
      const name = `Person ${ids.length}`;
      ids.push((await database.user.create({ data: { email: `${ids.length}@example.test`, name } })).id);
    }
    await database.$transaction(
      async (transaction) => {
        // Their triggers, one by one, would take many minutes; the counts are written at once instead.
        await transaction.$executeRaw`ALTER TABLE "Attempt" DISABLE TRIGGER USER`;
        await transaction.$executeRaw`ALTER TABLE "Generation" DISABLE TRIGGER USER`;
        await transaction.$executeRaw`
          WITH takes AS (
            INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model",
              "connection", "createdAt", "updatedAt")
            SELECT gen_random_uuid(), (${ids}::uuid[])[1 + number % ${people}::integer],
              (ARRAY['image', 'video', 'music'])[1 + number % 3], 'succeeded', '{}', number::text, '',
              'model-' || number % 6, '{}', at, at
            FROM generate_series(0, ${count}::integer - 1) number
            CROSS JOIN LATERAL (
              SELECT timestamptz '2026-10-01Z' + number * interval '30 days' / ${count}::integer AS at
            ) sent
            RETURNING "id", "userId", "createdAt"
          )
          INSERT INTO "Attempt" ("id", "generationId", "number", "state", "startedAt", "userId", "month", "currency",
            "estimate", "cost", "characters")
          SELECT gen_random_uuid(), "id", 1, 'answered', "createdAt", "userId", 202610, 'EUR', 25000, 25000, 100 FROM takes`;
        await transaction.$executeRaw`ALTER TABLE "Attempt" ENABLE TRIGGER USER`;
        await transaction.$executeRaw`ALTER TABLE "Generation" ENABLE TRIGGER USER`;
        await transaction.$executeRaw`
          INSERT INTO "UsageCount"
          SELECT attempt."userId", date_bin('15 minutes', attempt."startedAt", '2000-01-01Z'), take."generator",
            take."model", false, 'EUR', count(*), sum(attempt."characters"), 0, 0, 0, sum(attempt."cost")
          FROM "Attempt" attempt JOIN "Generation" take ON take."id" = attempt."generationId"
          GROUP BY 1, 2, 3, 4`;
      },
      { timeout: 300_000 },
    );
    await database.$executeRaw`VACUUM ANALYZE`;
  } finally {
    await database.$disconnect();
  }
}
