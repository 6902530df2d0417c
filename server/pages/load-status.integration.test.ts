import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase, type Database, Prisma } from "@/lib/db/database.server";
import { version } from "@/lib/status/version.server";
import { derivedFolder } from "@/lib/media/store/blob-store.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { S3Server, testCredentials } from "@/lib/media/testing/s3-server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { RunningWorker } from "../open-worker.server";
import { loadStatus } from "./load-status.server";

describe("the status of a studio", () => {
  let studio: StudioHarness;
  let worker: RunningWorker | undefined;
  const load = () => loadStatus(studio.test.database);
  const image = (prompt: string) => studio.submit({ model: "image-01", prompt }, { generator: "image" });

  beforeAll(async () => {
    studio = await openStudioHarness();
  });
  afterAll(() => studio.close());

  it("has no worker, and what waits, before one runs", async () => {
    expect(await load()).toMatchObject({ queue: [], workers: [], failures: [] });
    const { createdAt } = await image("A pier");
    await image("A lamp [[fault:1026]]");
    const { queue, workers } = await load();
    expect(workers).toEqual([]);
    expect(queue).toMatchObject([{ generator: "image", model: "image-01", waiting: 2, held: 0, running: 0 }]);
    expect(queue[0]!.oldestAt?.toISOString()).toBe(createdAt);
  });

  it("has the worker with its version, the rate window without the key, the failure, and sizes", async () => {
    worker = await studio.startWorker();
    await expect.poll(async () => (await load()).queue).toEqual([]);
    const { workers, windows, failures, store, database } = await load();
    expect(workers).toMatchObject([{ version, isAlive: true, claims: 0 }]);
    expect(workers[0]!.seenSecondsAgo).toBeLessThan(10);
    expect(windows).toMatchObject([
      { profile: "sandbox", counted: "imageGeneration", used: 2, pausedUntil: null },
    ]);
    expect(windows[0]!.allowed).toBeGreaterThan(1);
    expect(JSON.stringify(windows)).not.toContain("sandbox-key");
    expect(failures).toMatchObject([
      {
        code: "service.sensitive",
        count: 1,
        people: 1,
        generators: ["image"],
        lastTraceId: expect.any(String),
      },
    ]);
    expect(store).toMatchObject({ files: 1, bucket: null, place: { kind: "folder" } });
    expect(database.bytes).toBeGreaterThan(1e6);
    expect(database.connections).toBeLessThan(database.maxConnections);
  });

  it("adds up the failures of all people, tells how to find the latest, and nothing of who asked for what", async () => {
    const { database } = studio.test;
    const other = await database.user.create({ data: { email: "mina@example.test", name: "Mina" } });
    const model = {
      generator: "music",
      model: "music-2.6",
      updatedAt: new Date(),
      connection: {},
      inputHash: "",
    };
    const fail = (userId: string, minutesAgo: number, facts: { state: string; error: object }) =>
      database.generation.create({
        data: {
          ...model,
          ...facts,
          userId,
          idempotencyKey: crypto.randomUUID(),
          finishedAt: new Date(Date.now() - minutesAgo * 60_000),
          input: { prompt: "a secret wish" },
          searchText: "a secret wish",
        },
      });
    const sensitive = { code: "service.sensitive", traceId: "not the latest" };
    await fail(studio.userId, 40, { state: "failed", error: sensitive });
    await fail(other.id, 30, { state: "failed", error: sensitive });
    const last = await fail(other.id, 1, { state: "unknown", error: { code: "timeout.total" } });
    const { failures } = await load();
    expect(failures).toMatchObject([
      { code: "service.sensitive", count: 3, people: 2, generators: ["image", "music"] },
      {
        code: "timeout.total",
        count: 1,
        people: 1,
        lastId: last.id,
        lastAt: last.finishedAt,
        lastTraceId: null,
      },
    ]);
    expect(failures[0]!.lastTraceId).not.toBe("not the latest");
    expect(JSON.stringify(failures)).not.toMatch(/secret|Mina/);
  });

  it("tells a worker that is lost from one that runs", async () => {
    const { database } = studio.test;
    // Another worker would forget it soon.
    await worker?.stop();
    await database.worker.create({
      data: { id: "lost", host: "attic", pid: 1, leaseEnd: new Date(Date.now() - 60_000) },
    });
    const lost = (await load()).workers.find(({ host }) => host === "attic");
    expect(lost).toMatchObject({ version: null, isAlive: false });
    expect(lost!.seenSecondsAgo).toBeGreaterThan(70);
  });

  it("forgets failures after a day", async () => {
    const { database } = studio.test;
    const finishedAt = new Date(Date.now() - 86_500_000);
    await database.generation.updateMany({ where: { error: { not: Prisma.AnyNull } }, data: { finishedAt } });
    expect((await load()).failures).toEqual([]);
  });
});

describe("the status of a studio whose bucket freezes", () => {
  let studio: StudioHarness;
  let bucket: S3Server;

  beforeAll(async () => {
    [studio, bucket] = await Promise.all([openStudioHarness(), S3Server.start()]);
    vi.stubEnv("STUDIO_STORAGE", "s3");
    vi.stubEnv("STUDIO_S3_BUCKET", "media");
    vi.stubEnv("STUDIO_S3_ENDPOINT", bucket.address);
    vi.stubEnv("STUDIO_S3_ACCESS_KEY_ID", testCredentials.accessKeyId);
    vi.stubEnv("STUDIO_S3_SECRET_ACCESS_KEY", testCredentials.secretAccessKey);
    vi.stubGlobal("reverieEnv", undefined);
    vi.stubGlobal("reverieBlobStore", undefined);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    await Promise.all([studio.close(), bucket.close()]);
  });

  it("says so, with everything else, before the store itself gives up", async () => {
    expect((await loadStatus(studio.test.database)).store).toMatchObject({
      place: { kind: "bucket", name: "media" },
      bucket: "ready",
    });
    bucket.frozen = "at once";
    const ends: string[] = [];
    const gaveUp = Array.fromAsync(
      (await getBlobStore()).list(derivedFolder("0".repeat(64)) as `derived/${string}`),
    )
      .catch(() => {})
      .then(() => ends.push("store"));
    const { store, database } = await loadStatus(studio.test.database);
    expect(ends).toEqual([]);
    expect(store.bucket).toBe("silent");
    expect(database.bytes).toBeGreaterThan(0);
    await gaveUp;
  });
});

describe("the status of a studio where 100,000 wait", () => {
  let studio: StudioHarness;
  let database: Database;

  beforeAll(async () => {
    studio = await openStudioHarness();
    // Other sessions report what they read seconds later.
    database = createDatabase(studio.test.url, { maxConnections: 1 });
  });
  afterAll(async () => {
    await database.$disconnect();
    await studio.close();
  });

  it("reads them in one pass, and little besides", async () => {
    await database.$executeRaw`
      INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model",
        "connection", "rateBucket", "updatedAt")
      SELECT gen_random_uuid(), ${studio.userId}::uuid, 'image', 'queued', '{}', 'key' || n, 'hash', 'image-01',
        '{}', 'nobody:image', now() FROM generate_series(1, 100000) n`;
    await database.$executeRaw`ANALYZE "Generation"`;
    const { queue, windows } = await loadStatus(database);
    expect(queue).toMatchObject([{ waiting: 100_000 }]);
    expect(windows).toContainEqual(
      expect.objectContaining({ bucket: "nobody:image", profile: null, allowed: null }),
    );
    const before = await countScans(database);
    await loadStatus(database);
    // One pass over the line, by an index or the whole table where it is nothing else.
    expect((await countScans(database)) - before).toBeLessThan(120_000);
  });

  /** Rows of generations that were read, by scans of the table and of its indexes. */
  async function countScans(database: Database): Promise<number> {
    await database.$executeRaw`SELECT pg_stat_force_next_flush()`;
    const [row] = await database.$queryRaw<[{ tuples: bigint }]>`
      SELECT (seq_tup_read + idx_tup_fetch) AS "tuples" FROM pg_stat_user_tables WHERE relname = 'Generation'`;
    return Number(row.tuples);
  }
});
