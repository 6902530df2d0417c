import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleWorker, startWorkerProcess, type WorkerProcess } from "../testing/worker-process";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const limit = { requests: 3, windowMs: 4_000 };
const offMs = 8_000;

/** Two machines whose clocks disagree by more than the window of a rate limit. */
describe("workers whose clocks disagree", () => {
  let studio: StudioHarness;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    const [opened] = await Promise.all([openStudioHarness(), bundleWorker()]);
    studio = opened;
    const { database } = studio.test;
    await database.connection.updateMany({
      data: { overrides: { rateLimits: { endpoints: { imageGeneration: limit } } } },
    });
    // When each slot was really taken. A line is locked meanwhile.
    await database.$executeRaw`CREATE TABLE slots ("generationId" uuid, at timestamptz)`;
    await database.$executeRaw`
      CREATE FUNCTION note_slot() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO slots VALUES (NEW."generationId", clock_timestamp());
        RETURN NEW;
      END $$`;
    await database.$executeRaw`
      CREATE TRIGGER note_slot BEFORE INSERT ON "Attempt" FOR EACH ROW EXECUTE FUNCTION note_slot()`;
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await studio.close();
  });

  it("begin the window of a request when it leaves, not when they wait to record that", async () => {
    const { database } = studio.test;
    await database.$executeRaw`CREATE TABLE opened (at timestamptz)`;
    await database.$executeRaw`
      CREATE FUNCTION open_late() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_sleep(0.4);
        INSERT INTO opened VALUES (date_trunc('milliseconds', clock_timestamp()));
        RETURN NEW;
      END $$`;
    await database.$executeRaw`
      CREATE TRIGGER open_late BEFORE UPDATE ON "Generation" FOR EACH ROW
      WHEN (NEW."state" = 'running' AND OLD."state" = 'starting') EXECUTE FUNCTION open_late()`;
    const { id } = await studio.submit({ model: "image-01", prompt: "Opened late" });
    const worker = await studio.startWorker();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    await worker.stop();
    await database.$executeRaw`DROP TRIGGER open_late ON "Generation"`;
    const [{ isLater }] = await database.$queryRaw<[{ isLater: boolean }]>`
      SELECT "startedAt" >= at AS "isLater" FROM "Attempt", opened WHERE "generationId" = ${id}::uuid`;
    expect(isLater).toBe(true);
    await database.$executeRaw`DELETE FROM slots`;
  });

  it("keep one rate window and one order", async () => {
    workers.push(await startWorkerProcess(undefined, { clockOffMs: offMs }));
    workers.push(await startWorkerProcess(undefined, { clockOffMs: -offMs }));
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      const { id } = await studio.submit({ model: "image-01", prompt: `Number ${index}` });
      ids.push(id);
    }
    for (const id of ids) expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    const slots = await studio.test.database.$queryRaw<{ generationId: string; at: Date }[]>`
      SELECT "generationId", at FROM slots ORDER BY at`;
    expect(slots.map(({ generationId }) => generationId)).toEqual(ids);
    const gaps = slots
      .slice(limit.requests)
      .map(({ at }, index) => at.getTime() - slots[index]!.at.getTime());
    expect(gaps.filter((gapMs) => gapMs < limit.windowMs)).toEqual([]);
    // Every worker records the database's time.
    const [{ wrong }] = await studio.test.database.$queryRaw<[{ wrong: number }]>`
      SELECT count(*)::int AS wrong FROM "Attempt" JOIN slots USING ("generationId")
      WHERE abs(extract(epoch FROM "startedAt" - at)) > 4`;
    expect(wrong).toBe(0);
  });
});
