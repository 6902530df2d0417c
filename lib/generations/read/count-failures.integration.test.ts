import { afterAll, beforeAll, expect, it } from "vitest";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { countFailures, failuresQuerySchema } from "./count-failures.server";

let studio: StudioHarness;
beforeAll(async () => {
  studio = await openStudioHarness({ generators: [fakeGenerator] });
});
afterAll(() => studio.close());

async function end(state: string, createdAt: string, deletedAt: string | null = null): Promise<void> {
  const { id } = await studio.submit({ name: state }, { generator: "fake" });
  await studio.test.database.generation.update({ where: { id }, data: { state, createdAt, deletedAt } });
}

const count = (query: object = {}, userId = studio.userId) =>
  countFailures(studio.test.database, userId, failuresQuerySchema.parse(query));

it("counts work without a result by day in the person's time zone", async () => {
  await end("failed", "2026-11-01T23:30:00Z");
  await end("unknown", "2026-11-02T10:00:00Z");
  await end("cancelled", "2026-11-02T11:00:00Z");
  await end("succeeded", "2026-11-02T11:00:00Z");
  await end("failed", "2026-11-02T12:00:00Z", "2026-11-03T12:00:00Z");
  expect(await count()).toEqual({
    days: [
      { day: "2026-11-02", failed: 1, cancelled: 1 },
      { day: "2026-11-01", failed: 1, cancelled: 0 },
    ],
  });
  expect(await count({ timeZone: "Europe/Vienna" })).toEqual({
    days: [{ day: "2026-11-02", failed: 2, cancelled: 1 }],
  });
  const morning = { from: "2026-11-02T00:00:00Z", until: "2026-11-02T11:00:00Z" };
  expect(await count(morning)).toEqual({ days: [{ day: "2026-11-02", failed: 1, cancelled: 0 }] });
  expect(await count({}, "01900000-0000-7000-8000-000000000009")).toEqual({ days: [] });
});

it("rejects a time zone that does not exist", () => {
  expect(failuresQuerySchema.safeParse({ timeZone: "Mars/Olympus" }).success).toBe(false);
});

it("reads the index of failed work alone", async () => {
  await studio.test.database.$executeRaw`SET enable_seqscan = off`;
  const rows = await studio.test.database.$queryRaw<Record<string, string>[]>`
    EXPLAIN SELECT count(*) FROM "Generation" WHERE "userId" = ${studio.userId}::uuid
      AND "state" IN ('failed', 'unknown', 'cancelled') AND "deletedAt" IS NULL`;
  expect(JSON.stringify(rows)).toContain("Generation_fruitless");
});
