import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, Prisma } from "@/lib/db/database.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { loadStatus } from "./load-status.server";

const generations = 50_000;
/** Of the last 24 hours. */
const failures = 500;
/** What grows with each request, and is never read as a whole. */
const large = new Set(["Generation", "Attempt", "Asset", "UsageCount"]);

let studio: StudioHarness;
let client: pg.Client;

beforeAll(async () => {
  studio = await openStudioHarness();
  const { database } = studio.test;
  // One every two minutes of the last ten weeks. Of 400, one failed; those of the last day did so more often.
  await database.$executeRaw`
    INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "searchText", "idempotencyKey", "inputHash", "model",
      "connection", "rateBucket", "error", "scheduledAt", "createdAt", "finishedAt", "updatedAt")
    SELECT gen_random_uuid(), ${studio.userId}::uuid, 'image', CASE WHEN has_failed THEN 'failed' ELSE 'succeeded' END,
      '{"prompt":"A pier"}', repeat('A pier ', 20), 'key' || n, 'hash', 'image-01', '{}', 'scope:imageGeneration',
      CASE WHEN has_failed THEN jsonb_build_object('code', 'service.code-' || n % 12, 'traceId', 'trace-' || n) END,
      at, at, at + interval '20 seconds', at
    FROM (
      SELECT n, now() - n * interval '2 minutes' AS at, n % 400 = 0 OR n <= ${failures}::int AS has_failed
      FROM generate_series(1, ${generations}::int) n
    ) made`;
  await database.$executeRaw`
    INSERT INTO "Attempt" ("id", "generationId", "number", "state", "rateBucket", "startedAt")
    SELECT gen_random_uuid(), "id", 1, 'answered', "rateBucket", "createdAt" FROM "Generation"`;
  await database.$executeRaw`ANALYZE`;
  client = new pg.Client({ connectionString: studio.test.url });
  await client.connect();
}, 180_000);
afterAll(async () => {
  await client.end();
  await studio.close();
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

it("reads the status of a studio with 50,000 generations by indexes, and not much more than it shows", async () => {
  const statements: Prisma.Sql[] = [];
  const recorder = studio.test.database.$extends({
    query: {
      $queryRaw({ args, query }) {
        statements.push(args);
        return query(args);
      },
    },
  });
  const status = await loadStatus(recorder as unknown as Database);
  expect(status.failures).toHaveLength(12);
  const seen = new Set<string>();
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    const [{ Plan: plan }] = rows[0]!["QUERY PLAN"];
    const scans = flatten(plan).filter(({ "Relation Name": table }) => table && large.has(table));
    for (const scan of scans) {
      seen.add(scan["Relation Name"]!);
      expect(scan["Node Type"], text).not.toBe("Seq Scan");
      const read = (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
      expect(read, text).toBeLessThan(8 * failures);
    }
  }
  expect([...seen].toSorted()).toEqual(["Attempt", "Generation"]);
});
