import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { migrateDatabase } from "@/lib/db/migrate.server";
import { defaultMigrationsDir } from "@/lib/db/migration-status.server";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { isTerminal } from "@/lib/generations/record/states";
import { startSandboxProcess, type SandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { StudioProcess, waitFor } from "./testing/studio-process";
import { StudioClient } from "./torture/studio-client";

const token = "studio-test-token-0123456789";
const serviceKey = "sandbox-key-good-next-schema";

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let database: TestDatabase;
let sandbox: SandboxProcess;
let folder: string;
let studio: StudioProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reverie-next-schema-"));
  [postgres, sandbox] = await Promise.all([
    startTestPostgres(),
    startSandboxProcess(["--latency-ms", "20", "--rate-limits", "off"]),
  ]);
  database = await createTestDatabase(postgres.templateUrl);
});

afterAll(async () => {
  if (studio && !studio.hasEnded) studio.signal("SIGTERM");
  await studio?.exitCode;
  await Promise.all([database.drop(), sandbox.stop()]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

function begin(): StudioProcess {
  return (studio = new StudioProcess(path.join(folder, "data"), {
    STUDIO_OWNER_EMAIL: "owner@example.test",
    STUDIO_OWNER_PASSWORD: "a password of some length",
    STUDIO_API_TOKEN: token,
    DATABASE_URL: database.url,
    STUDIO_SANDBOX: "off",
    STUDIO_SERVICE_PROFILE: "custom",
    STUDIO_SERVICE_BASE_URL: sandbox.baseUrl,
    STUDIO_SERVICE_API_KEY: serviceKey,
  }));
}

/** Migrates as the next version would, which has these migrations too. */
async function migrateTo(later: Record<string, string>): Promise<string[]> {
  const next = path.join(folder, "migrations");
  await cp(defaultMigrationsDir, next, { recursive: true });
  for (const [name, script] of Object.entries(later)) {
    await mkdir(path.join(next, name), { recursive: true });
    await writeFile(path.join(next, name, "migration.sql"), script);
  }
  return migrateDatabase(database.url, next);
}

/** Adds what the next version may add, to each table in a migration of its own: one that locks many could block itself. */
async function writeExpansions(): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE '\\_%'`,
  );
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["Generation", "Item", "User"]));
  const scripts = rows.map(
    ({ name }) =>
      `ALTER TABLE "${name}" ADD COLUMN "aNote" text, ADD COLUMN "zCount" int NOT NULL DEFAULT 7;
       CREATE INDEX "${name}_zCount" ON "${name}" ("zCount");`,
  );
  scripts.push(
    `CREATE TABLE "Next" ("id" uuid PRIMARY KEY, "userId" uuid REFERENCES "User" ON DELETE CASCADE);`,
  );
  return Object.fromEntries(
    scripts.map((script, index) => [`299901010000${String(index + 10)}_next`, script]),
  );
}

it("runs and restarts on the schema of the next version, until that takes away what it needs", async () => {
  const client = new StudioClient(token, await begin().ready());
  await client.call("PUT", "/api/v1/connection", {
    profileId: "custom",
    baseUrl: sandbox.baseUrl,
    apiKey: serviceKey,
    overrides: { rateLimits: { endpoints: { imageGeneration: { requests: 1_000, windowMs: 60_000 } } } },
  });
  const sent: string[] = [];
  const submit = async (prompt: string) => {
    const { id } = await client.call<{ id: string }>("POST", "/api/v1/generations", {
      generator: "image",
      input: { model: "image-01", prompt, n: 1 },
      idempotencyKey: randomUUID(),
    });
    sent.push(id);
  };
  const makeFive = async (prompt: string) => {
    for (let each = 1; each <= 5; each += 1) await submit(`${prompt} ${each}`);
  };
  const expectAllSucceeded = async () => {
    await waitFor(async () => (await client.listGenerations()).every(({ state }) => isTerminal(state)));
    const ends = (await client.listGenerations()).map(({ id, state }) => `${id} ${state}`);
    expect(ends.toSorted()).toEqual(sent.map((id) => `${id} succeeded`).toSorted());
    expect(await sandbox.readBill()).toHaveLength(sent.length);
  };

  // What the processes prepared for the tables as they were meets them as they are then.
  await makeFive("Before");
  const expansions = await writeExpansions();
  let isMigrated = false;
  const migrating = migrateTo(expansions).finally(() => (isMigrated = true));
  const submitting = (async () => {
    while (!isMigrated) await submit("Meanwhile");
  })();
  const [applied] = await Promise.all([migrating, submitting]);
  expect(applied).toEqual(Object.keys(expansions));
  await makeFive("After");
  await expectAllSucceeded();

  const worker = studio!.pidOf("worker");
  process.kill(worker, "SIGKILL");
  await waitFor(() => !isProcessAlive(worker));
  await makeFive("With a new worker");
  await expectAllSucceeded();

  studio!.signal("SIGTERM");
  expect(await studio!.exitCode).toBe(0);
  const again = new StudioClient(token, await begin().ready());
  expect(await again.listGenerations()).toHaveLength(sent.length);
  studio!.signal("SIGTERM");
  expect(await studio!.exitCode).toBe(0);

  await migrateTo({
    "29990102000000_contract_29990101000010_gone": `ALTER TABLE "Item" DROP COLUMN "aNote";`,
  });
  expect(await begin().exitCode).toBe(1);
  expect(studio!.output).toContain(
    "A newer version of Reverie changed the database so that this one can't use it " +
      "(29990102000000_contract_29990101000010_gone). Update Reverie, or restore the backup made before the update.",
  );
}, 300_000);
