import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addGeneration,
  type ArchiveStudio,
  createArchiveStudio,
  exportTo,
} from "@/lib/archive/testing/studio";
import { readMembers } from "@/lib/archive/testing/archives";
import { compareStore } from "@/lib/media/removal/compare-store.server";

const generations = 12;
/** Those that the killed import has written. */
const written = 5;

describe("npm run export and import", () => {
  let source: ArchiveStudio;
  let target: ArchiveStudio;
  beforeAll(async () => {
    [source, target] = await Promise.all([createArchiveStudio(), createArchiveStudio("you@example.test")]);
    for (let count = 0; count < generations; count += 1) await addGeneration(source, {}, ["audio", "audio"]);
  });
  afterAll(() => Promise.all([source.drop(), target.drop()]));

  const settingsOf = ({ test, folder }: ArchiveStudio) => {
    const { STUDIO_SECRET: _secret, ...env } = process.env;
    return { ...env, DATABASE_URL: test.url, STUDIO_DATA_DIR: folder, STUDIO_DISK_RESERVE_MB: "0" };
  };

  function run(studio: ArchiveStudio, ...args: string[]) {
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        ["scripts/data-command.mjs", ...args],
        { env: { ...settingsOf(studio), INIT_CWD: studio.folder } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  }

  /** The program itself, without the npm command around it, so that a kill hits it. */
  function startImport(file: string): ChildProcess {
    return spawn(
      process.execPath,
      [
        "--conditions=react-server",
        "scripts/run-typescript.mjs",
        "scripts/import.ts",
        file,
        "--email",
        target.email,
      ],
      { env: settingsOf(target), stdio: "ignore" },
    );
  }

  /** Keeps the import from writing one of its generations: another transaction is about to write its ID. */
  async function holdGeneration(index: number): Promise<pg.Client> {
    const rows = await source.test.database.generation.findMany({ orderBy: { id: "asc" } });
    const client = new pg.Client({ connectionString: target.test.url });
    await client.connect();
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model",
         "connection", "updatedAt")
       VALUES ($1, $2, 'image', 'succeeded', '{}', 'held', '', '', '{}', now())`,
      [rows[index]!.id, target.userId],
    );
    return client;
  }

  const rowsOf = (members: Map<string, Buffer>) =>
    [...members]
      .filter(([name]) => name.startsWith("rows/"))
      .map(([name, bytes]) => [name, bytes.toString()]);

  it("move an account to another studio, over a kill in the middle", async () => {
    expect(await run(source, "export")).toMatchObject({ code: 2, output: expect.stringContaining("usage:") });
    expect(await run(source, "export", "--email", "nobody@example.test")).toMatchObject({
      code: 1,
      output: "No account in this studio uses nobody@example.test.\n",
    });
    expect((await readdir(source.folder)).filter((name) => name.includes("zip"))).toEqual([]);
    const exporting = ["export", "--email", source.email, "--to", "a.zip"];
    const exported = await run(source, ...exporting);
    expect(exported).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Exported \d+ rows and 24 files /),
    });
    expect(await run(source, ...exporting)).toMatchObject({
      code: 1,
      output: expect.stringContaining("exists already"),
    });
    const file = path.join(source.folder, "a.zip");

    const { database } = target.test;
    const stuck = await holdGeneration(written);
    const killed = startImport(file);
    const ended = once(killed, "exit");
    await expect.poll(() => database.generation.count()).toBe(written);
    killed.kill("SIGKILL");
    await ended;
    expect(killed.signalCode).toBe("SIGKILL");
    await stuck.end();
    expect(await database.generation.count()).toBe(written);
    // Whole generations: each with its two items and their files.
    expect(await database.item.count()).toBe(2 * written);
    expect(await database.asset.count()).toBe(2 * written);
    expect(await compareStore({ database, store: target.store })).toMatchObject({ missing: [] });

    expect(await run(target, "import", file)).toMatchObject({ code: 2 });
    const repeated = await run(target, "import", file, "--email", target.email);
    expect(repeated.output).toContain(`Imported ${generations - written} generations`);
    expect(repeated.code).toBe(0);
    const again = await exportTo(target, "b.zip");
    expect(rowsOf(await readMembers(again.file))).toEqual(rowsOf(await readMembers(file)));
  });
});
