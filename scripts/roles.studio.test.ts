import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { startSandboxProcess, type SandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { S3Server } from "@/lib/media/testing/s3-server";
import { livingChildren, StudioProcess, waitFor } from "./testing/studio-process";

const token = "studio-test-token-0123456789";
const owner = {
  STUDIO_OWNER_EMAIL: "owner@example.test",
  STUDIO_OWNER_PASSWORD: "a password of some length",
  STUDIO_API_TOKEN: token,
};
const bearer = { authorization: `Bearer ${token}` };

let folder: string;
let running: { studio: StudioProcess; dataDir: string }[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reverie-roles-"));
  running = [];
});

/** Stops what a failed test left running. */
afterEach(async () => {
  await Promise.all(
    running.map(async ({ studio }) => {
      if (!studio.hasEnded) studio.signal("SIGTERM");
      await studio.exitCode;
    }),
  );
  await rm(folder, { recursive: true, force: true });
});

async function begin(name: string, settings: Record<string, string>): Promise<StudioProcess> {
  const dataDir = await mkdtemp(path.join(folder, name));
  const studio = new StudioProcess(dataDir, settings);
  running.push({ studio, dataDir });
  return studio;
}

async function readHealth(address: string): Promise<[number, Record<string, unknown>]> {
  const response = await fetch(`${address}/api/health`);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

/** Kills the worker each time it is started again, until `isEnough`. */
async function killWorkers(studio: StudioProcess, isEnough: () => Promise<boolean>): Promise<void> {
  const killed = new Set<number>();
  while (!(await isEnough())) {
    const pid = findWorker(studio);
    if (pid && !killed.has(pid) && isProcessAlive(pid)) {
      killed.add(pid);
      process.kill(pid, "SIGKILL");
    }
    await delay(20);
  }
}

function findWorker(studio: StudioProcess): number | null {
  try {
    return studio.pidOf("worker");
  } catch {
    return null; // It wasn't started yet, or the file that tells the number is being written.
  }
}

describe("a worker that ends again and again", () => {
  it("keeps the studio from being ready, while pages are served", async () => {
    const studio = await begin("loop", owner);
    const countEnds = () => studio.output.match(/The worker process exited/g)?.length ?? 0;
    await killWorkers(studio, async () => countEnds() >= 3);
    expect(studio.output).not.toContain("Reverie is ready");
    // Nobody kills the fourth.
    const address = await studio.ready();
    expect((await readHealth(address))[0]).toBe(200);
  });

  it("turns health to 503, and one end does not", async () => {
    const studio = await begin("later", owner);
    const address = await studio.ready();
    const first = studio.pidOf("worker");
    process.kill(first, "SIGKILL");
    await waitFor(() => findWorker(studio) !== first);
    expect(await readHealth(address)).toMatchObject([200, { status: "ok", role: "all" }]);
    await killWorkers(studio, async () => (await readHealth(address))[0] === 503);
    expect(await readHealth(address)).toMatchObject([503, { code: "worker.away" }]);
    const page = await fetch(`${address}/api/v1/generations`, { headers: bearer });
    expect(page.status).toBe(200);
  });
});

describe("a machine that is told to stop", () => {
  it("says so first, serves on for a while, and ends open streams", async () => {
    const studio = await begin("drain", { ...owner, STUDIO_DRAIN_SECONDS: "3", STUDIO_STOP_SECONDS: "20" });
    const address = await studio.ready();
    const events = await fetch(`${address}/api/events`, { headers: bearer });
    const lock = studio.readLock();
    studio.signal("SIGTERM");
    await waitFor(async () => (await readHealth(address))[0] === 503);
    expect(await readHealth(address)).toMatchObject([503, { code: "studio.stopping" }]);
    expect((await fetch(`${address}/api/v1/generations`, { headers: bearer })).status).toBe(200);
    // Resolves: the stream ends in order instead of breaking off.
    expect(await events.text()).toContain("event: hello");
    expect(await studio.exitCode).toBe(0);
    expect(livingChildren(lock)).toEqual([]);
  });
});

describe("web and worker on different machines", () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: TestDatabase;
  let sandbox: SandboxProcess;
  let store: S3Server;
  let shared: Record<string, string>;

  beforeAll(async () => {
    [postgres, sandbox, store] = await Promise.all([
      startTestPostgres(),
      startSandboxProcess(["--latency-ms", "20", "--rate-limits", "off"]),
      S3Server.start(),
    ]);
    database = await createTestDatabase(postgres.templateUrl);
    shared = {
      ...owner,
      DATABASE_URL: database.url,
      STUDIO_SECRET: "a secret of both machines, long enough to be one",
      STUDIO_SANDBOX: "off",
      STUDIO_SERVICE_PROFILE: "custom",
      STUDIO_SERVICE_BASE_URL: sandbox.baseUrl,
      STUDIO_SERVICE_API_KEY: "sandbox-key-good-roles",
      STUDIO_STORAGE: "s3",
      STUDIO_S3_BUCKET: "media",
      STUDIO_S3_REGION: "us-east-1",
      STUDIO_S3_ENDPOINT: store.address,
      STUDIO_S3_ACCESS_KEY_ID: "id",
      STUDIO_S3_SECRET_ACCESS_KEY: "secret",
    };
  });
  afterAll(async () => {
    await Promise.all([database.drop(), sandbox.stop(), store.close()]);
    await postgres.stop();
  });

  it("make one studio", async () => {
    const web = await begin("web", { ...shared, STUDIO_ROLE: "web" });
    const address = await web.ready();
    expect(await readHealth(address)).toMatchObject([200, { role: "web" }]);
    expect(() => web.pidOf("worker")).toThrow();

    const created = await fetch(`${address}/api/v1/generations`, {
      method: "POST",
      headers: { ...bearer, "content-type": "application/json" },
      body: JSON.stringify({
        generator: "image",
        input: { model: "image-01", prompt: "Two machines", n: 1 },
        idempotencyKey: randomUUID(),
      }),
    });
    const { id, state } = (await created.json()) as { id: string; state: string };
    expect([created.status, state]).toEqual([202, "queued"]);

    const worker = await begin("worker", { ...shared, STUDIO_ROLE: "worker" });
    const workerAddress = await worker.ready();
    expect(() => worker.pidOf("web")).toThrow();
    const ended = await fetch(`${address}/api/v1/generations/${id}?wait=50`, { headers: bearer });
    expect(await ended.json()).toMatchObject({ state: "succeeded" });
    expect(await sandbox.readBill()).toHaveLength(1);

    expect(await readHealth(workerAddress)).toMatchObject([200, { status: "ok", role: "worker" }]);
    expect((await fetch(`${workerAddress}/api/health/live`)).status).toBe(200);
    expect((await fetch(`${workerAddress}/api/metrics`)).status).toBe(401);
    const metrics = await (await fetch(`${workerAddress}/api/metrics`, { headers: bearer })).text();
    expect(metrics).toMatch(/^reverie_worker_claims\{.*\} 0$/m);
    expect(metrics).toContain("reverie_worker_resident_memory_bytes");
    expect((await fetch(`${workerAddress}/api/v1/generations`, { headers: bearer })).status).toBe(404);
    expect((await fetch(`${workerAddress}/`)).status).toBe(404);
  });

  it.each(["web", "worker"])("are refused with the built-in database: %s", async (role) => {
    const alone = await begin(role, { ...owner, STUDIO_ROLE: role });
    expect(await alone.exitCode).toBe(1);
    expect(alone.output).toContain("DATABASE_URL: required when STUDIO_ROLE is web or worker");
  });

  it("give a waiting request its answer when the web stops", async () => {
    const web = await begin("stops", { ...shared, STUDIO_ROLE: "web" });
    const address = await web.ready();
    const created = await fetch(`${address}/api/v1/generations`, {
      method: "POST",
      headers: { ...bearer, "content-type": "application/json" },
      body: JSON.stringify({
        generator: "image",
        input: { model: "image-01", prompt: "Nobody works", n: 1 },
        idempotencyKey: randomUUID(),
      }),
    });
    const { id } = (await created.json()) as { id: string };
    const waiting = fetch(`${address}/api/v1/generations/${id}?wait=50`, { headers: bearer });
    await delay(500);
    web.signal("SIGTERM");
    expect(await (await waiting).json()).toMatchObject({ id, state: "queued" });
    expect(await web.exitCode).toBe(0);
  });
});
