import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { createWav } from "@/lib/media/testing/sample-media";
import { manifestFile, openLatestSnapshot } from "./backup-folder";
import { findRunningDatabase } from "../find-running-database";

describe("npm run backup, restore and verify", () => {
  let root: string;
  let source: TestDatabase;
  const folderOf = (name: string) => path.join(root, name);

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), "reverie-commands-"));
    source = await createTestDatabase();
    const { id: userId } = await source.database.user.create({
      data: { email: "owner@example.test", name: "Owner", role: "owner" },
    });
    await mkdir(folderOf("studio"));
    await writeFile(folderOf("studio/secret"), "a secret of at least thirty-two characters\n");
    await storeAsset(
      {
        userId,
        origin: "upload",
        source: (async function* () {
          yield createWav(0.1);
        })(),
        maxBytes: 10_000_000,
      },
      { database: source.database, store: createDiskStore(folderOf("studio/media")) },
    );
  });
  afterAll(async () => {
    await source.drop();
    await rm(root, { recursive: true, force: true });
  });

  function run(command: string, args: string[], settings: Record<string, string>) {
    const { DATABASE_URL: _url, STUDIO_SECRET: _secret, ...env } = process.env;
    return new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        ["scripts/data-command.mjs", command, ...args],
        { env: { ...env, ...settings } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  }

  it("list files without a row, which are no fault", async () => {
    const stray = "0".repeat(64);
    const file = path.join(folderOf("studio/media"), blobKey(stray));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "planted");
    const dayBefore = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(file, dayBefore, dayBefore);
    const studio = { DATABASE_URL: source.url, STUDIO_DATA_DIR: folderOf("studio") };
    const { code, output } = await run("verify", [], studio);
    expect(code).toBe(0);
    expect(output).toContain("Compared 1 file of the studio with its rows: 0 faults");
    expect(output).toContain(`no row: ${stray}`);
    expect(output).toContain("Files without a row: 1 ");
    await rm(file);
  });

  it("move a studio to another data folder, its secret included", async () => {
    const studio = { DATABASE_URL: source.url, STUDIO_DATA_DIR: folderOf("studio") };
    const unsaid = await run("backup", [folderOf("backup")], studio);
    expect(unsaid).toMatchObject({ code: 2, output: expect.stringContaining("--without-secret") });

    const backup = await run("backup", [folderOf("backup"), "--with-secret"], studio);
    expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/Saved \d+ rows and 1 file /) });
    const unknown = await run("verify", [folderOf("backup"), "--all"], {});
    expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining("usage: npm run verify") });
    const verified = await run("verify", [folderOf("backup")], {});
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining("0 faults") });

    await cp(folderOf("backup"), folderOf("newer"), { recursive: true });
    const { snapshot, manifest } = await openLatestSnapshot(folderOf("newer"));
    const migrations = [...manifest.migrations, "21000101000000_of_later"];
    await writeFile(manifestFile(snapshot), JSON.stringify({ ...manifest, migrations }));
    const target = { STUDIO_DATA_DIR: folderOf("restored") };
    const refused = await run("restore", [folderOf("newer")], target);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("Update Reverie, then restore"),
    });
    expect(await readdir(root)).not.toContain("restored");

    const restored = await run("restore", [folderOf("backup")], target);
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining("Restored all rows and 1 of 1 file "),
    });
    expect(await readFile(folderOf("restored/secret"), "utf8")).toContain("thirty-two");
    expect(await findRunningDatabase(folderOf("restored"))).toBeNull();

    const again = await run("restore", [folderOf("backup")], target);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") });
    const stopped = await run("backup", [folderOf("backup"), "--without-secret"], target);
    expect(stopped).toMatchObject({ code: 1, output: expect.stringContaining("isn't running") });
  });
});
