import { execSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import pg from "pg";
import { isProcessAlive } from "@/lib/db/embedded/postmaster-file.server";
import { createTestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { findRunningInstance, isHolderAlive } from "./bootstrap/instance-lock.mjs";
import { findRunningDatabase } from "./find-running-database";
import { StudioProcess, waitFor } from "./testing/studio-process";
import { UpgradeTrial } from "./testing/upgrade-trial";

const token = "studio-test-token-0123456789";
const settings = {
  STUDIO_OWNER_EMAIL: "owner@example.test",
  STUDIO_OWNER_PASSWORD: "a password of some length",
  STUDIO_API_TOKEN: token,
};

let trial: UpgradeTrial;
let first: string;
/** Of the studio that the test is about. */
let dataDir: string;

const findStudio = () => findRunningInstance(path.join(dataDir, "studio.lock"));

async function stopRunningStudio(): Promise<void> {
  const holder = findStudio();
  if (!holder) return;
  process.kill(holder.pid, "SIGTERM");
  await waitFor(() => !isHolderAlive(holder));
}

async function call<Answer>(url: string, body?: object): Promise<Answer> {
  const response = await fetch(`${findStudio()!.address}${url}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.ok, url).toBe(true);
  return (await response.json()) as Answer;
}

async function makeImage(prompt: string): Promise<void> {
  const input = { model: "image-01", prompt };
  const { id } = await call<{ id: string }>("/api/v1/generations", { generator: "image", input });
  await waitFor(async () => {
    const { state } = await call<{ state: string }>(`/api/v1/generations/${id}`);
    return state === "succeeded";
  });
}

/** Prompts of all images, whose results are there, newest first. */
async function listImages(): Promise<string[]> {
  const { generations } = await call<{
    generations: { input: { prompt: string }; outputs: { url: string }[] }[];
  }>("/api/v1/generations");
  for (const { outputs } of generations) {
    const response = await fetch(`${findStudio()!.address}${outputs[0]!.url}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  return generations.map(({ input }) => input.prompt);
}

async function query(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await findRunningDatabase(dataDir))! });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const listAdded = () =>
  query(`SELECT "migration_name" FROM "_prisma_migrations" WHERE "migration_name" > '9'`);

beforeAll(async () => {
  trial = new UpgradeTrial();
  dataDir = trial.dataDir;
  first = trial.head;
  const migration = (name: string) => `prisma/migrations/${name}/migration.sql`;
  trial.commit("does-not-build", "Import what is not there", {
    // Of the programs, which are compiled first.
    "server/worker-main.server.ts": (text) => `import "./nowhere";\n${text}`,
  });
  trial.commit("never-ready", "End the version before, and never be ready", {
    [migration("99990101000000_new_name")]: `ALTER TABLE "User" ADD COLUMN "label" text;`,
    [migration("99990102000000_contract_99990101000000_old_name")]: `UPDATE "User" SET "label" = "name";
      ALTER TABLE "User" DROP COLUMN "name";`,
    "scripts/launcher/studio.ts": (text) => text.replace("await this.#startWorker(port);", ""),
  });
  trial.commit("main", "Version 0.2.0", {
    [migration("99990101000000_trial")]: `CREATE TABLE "Trial" ("id" int PRIMARY KEY);`,
  });
  trial.git(trial.remote, "tag", "v0.2.0");
  await new StudioProcess(trial.dataDir, settings, [], trial.checkout).ready();
  await makeImage("A lighthouse");
});

afterAll(async () => {
  await stopRunningStudio();
  trial.remove();
});

it("changes nothing where the next version can't be built", async () => {
  const before = findStudio();
  const { code, output } = await trial.upgrade(["--to", "does-not-build", "--without-backup"]);
  expect(output).toContain("./nowhere");
  expect(output).toContain("Nothing was changed");
  expect(code).toBe(1);
  expect(findStudio()).toEqual(before);
  expect([trial.head, trial.readStep()]).toEqual([first, null]);
  expect(await listImages()).toEqual(["A lighthouse"]);
});

it("goes back where the next version is never ready, also in a database that this one can't use", async () => {
  const backup = path.join(trial.dataDir, "backup");
  const { code, output } = await trial.upgrade(["--to", "never-ready", "--wait", "20"]);
  expect(output).toContain("not ready and healthy within 20 s");
  expect(output).toContain("Applied 2 database migrations");
  expect(code).toBe(1);
  expect([trial.head, trial.readStep()]).toEqual([first, null]);
  expect(await listAdded()).toEqual([]);
  expect(await listImages()).toEqual(["A lighthouse"]);
  await makeImage("A pier");
  const [snapshot] = readdirSync(path.join(backup, "snapshots"));
  expect(readdirSync(path.join(backup, "snapshots", snapshot!))).toContain("secret");
});

it("upgrades to the newest version, also after a kill -9", async () => {
  expect((await trial.upgrade(["--without-backup"], "switch")).code).toBeNull();
  await waitFor(() => !findStudio());
  const refused = new StudioProcess(trial.dataDir, settings, [], trial.checkout);
  expect(await refused.exitCode).toBe(1);
  expect(refused.output).toContain("An upgrade was interrupted");

  expect((await trial.upgrade([], "start")).code).toBeNull();
  const { code, output } = await trial.upgrade([]);
  expect(output).toContain("Continuing the upgrade");
  expect(code, output).toBe(0);
  expect(trial.head).toBe(trial.git(trial.remote, "rev-parse", "v0.2.0"));
  expect(await listAdded()).toHaveLength(1);
  expect(await listImages()).toEqual(["A pier", "A lighthouse"]);
  await makeImage("A buoy");
  expect((await trial.upgrade([])).output).toContain("is up to date");
});

it("undoes the upgrade and keeps what was made since", async () => {
  const { code, output } = await trial.upgrade(["--undo"]);
  expect(output).toMatch(/Reverie 0\.\d+\.\d+ \(\w+\) runs at/);
  expect(code).toBe(0);
  expect([trial.head, trial.readStep()]).toEqual([first, null]);
  // The version before runs on what the next one added.
  expect(await listAdded()).toHaveLength(1);
  expect(await listImages()).toEqual(["A buoy", "A pier", "A lighthouse"]);
  await makeImage("A rope");
  expect(existsSync(path.join(trial.checkout, ".cache/upgrade/next"))).toBe(false);
  expect((await trial.upgrade(["--undo"])).output).toContain("There is no upgrade to undo.");
});

it("upgrades and undoes what a supervisor runs, on a database of its own", async () => {
  await stopRunningStudio();
  dataDir = path.join(trial.dataDir, "../service-data");
  const postgres = await startTestPostgres();
  const database = await createTestDatabase(postgres.templateUrl);
  const commands = trial.writeService({
    ...settings,
    STUDIO_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: "0",
  });
  const service = ["--stop", commands.stop, "--start", commands.start];
  const upgrade = (words: string[]) => trial.upgrade(words, undefined, dataDir);
  const waitUntilReady = () => waitFor(() => findStudio()?.address);
  try {
    execSync(commands.start);
    await waitUntilReady();
    await makeImage("A quay");
    const running = findStudio();

    // What the studio can't put back isn't taken away without a word.
    const contraction = await upgrade(["--to", "never-ready", ...service]);
    expect(contraction.output).toContain("DATABASE_URL names one that this command can't put back");
    const mistaken = await upgrade(["--without-backup", "--stop", "exit 7", "--start", commands.start]);
    expect(mistaken.output).toContain("exit 7 failed (7).\nNothing was changed");
    expect([contraction.code, mistaken.code]).toEqual([1, 1]);
    expect([trial.head, findStudio()]).toEqual([first, running]);

    const { code, output } = await upgrade(service);
    expect(code, output).toBe(0);
    expect(output).toContain("Backing up to");
    expect(trial.head).toBe(trial.git(trial.remote, "rev-parse", "v0.2.0"));
    expect(readFileSync(`/proc/${findStudio()!.pid}/environ`, "utf8")).toContain(database.url);
    expect(isProcessAlive(trial.supervisor)).toBe(true);
    await makeImage("A crane");

    // The supervisor of this version starts it again; the commands are remembered.
    const supervisor = trial.supervisor;
    const undone = await upgrade(["--undo"]);
    expect(undone.code, undone.output).toBe(0);
    expect(trial.head).toBe(first);
    expect(isProcessAlive(supervisor)).toBe(false);
    expect(isProcessAlive(trial.supervisor)).toBe(true);
    expect(await listImages()).toEqual(["A crane", "A quay"]);
    const added = await database.database.$queryRaw`SELECT to_regclass('"Trial"')::text AS name`;
    expect(added).toEqual([{ name: '"Trial"' }]);
  } finally {
    execSync(commands.stop);
    await waitFor(() => !findStudio());
    await database.drop();
    await postgres.stop();
  }
}, 300_000);
