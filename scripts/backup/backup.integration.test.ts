import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrateDatabase } from "@/lib/db/migrate.server";
import { defaultMigrationsDir } from "@/lib/db/migration-status.server";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@/lib/db/test-database.server";
import { checkAssets, removeUnusedFiles } from "@/lib/media/removal/remove-unused-files.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { createWav } from "@/lib/media/testing/sample-media";
import { secretFile, tableFile } from "./backup-folder";
import { dumpDatabase } from "./dump-database";
import { backUpStudio, restoreStudio, verifyBackup, verifyStudio } from "./studio-backup";

describe("a backup", () => {
  let root: string;
  let folder: string;
  let source: TestDatabase;
  let store: BlobStore;
  let userId: string;
  let empty: { url: string; drop(): Promise<void> };

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "reverie-backup-"));
    folder = path.join(root, "backup");
    store = createDiskStore(path.join(root, "media"));
    [source, empty] = await Promise.all([createTestDatabase(), createEmptyTestDatabase()]);
    ({ id: userId } = await source.database.user.create({
      data: { email: "owner@example.test", name: "Owner “Ö” \\ 主人", role: "owner" },
    }));
  });
  afterEach(async () => {
    await Promise.all([source.drop(), empty.drop()]);
    await rm(root, { recursive: true, force: true });
  });

  let stored = 0;
  function storeSound(): Promise<unknown> {
    stored += 1;
    const bytes = Buffer.concat([createWav(0.1), Buffer.from(`sound ${stored}`)]);
    return storeAsset(
      {
        userId,
        origin: "upload",
        source: (async function* () {
          yield bytes;
        })(),
        maxBytes: 10_000_000,
      },
      { database: source.database, store },
    );
  }

  const studio = () => ({ databaseUrl: source.url, store });

  it("has every file although they are deleted while it copies them", async () => {
    for (let index = 0; index < 3; index += 1) await storeSound();
    const { database } = source;
    const assets = await database.asset.findMany({ select: { id: true } });
    const remove = () => removeUnusedFiles({ database, store });
    const deleting: BlobStore = {
      ...store,
      async openRead(key, range) {
        await database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
        await checkAssets(
          database,
          assets.map(({ id }) => id),
        );
        expect(await remove()).toBe(0);
        return store.openRead(key, range);
      },
    };
    await backUpStudio({ databaseUrl: source.url, store: deleting }, { folder, secret: null });
    expect(await verifyBackup(folder)).toMatchObject({ files: 3, faults: [] });
    expect(await remove()).toBe(3);
  });

  it("taken while results are stored is restored without a row that lacks its file", async () => {
    for (let count = 0; count < 20; count += 1) await storeSound();
    let isDone = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isDone) await storeSound();
      }),
    );
    const saved = await backUpStudio(studio(), { folder, secret: null });
    isDone = true;
    await load;
    expect(saved.faults).toEqual([]);
    expect(saved.manifest.files.count).toBeGreaterThanOrEqual(20);
    expect(await source.database.asset.count()).toBeGreaterThan(saved.manifest.files.count);
    expect(await verifyBackup(folder)).toMatchObject({ files: saved.manifest.files.count, faults: [] });

    const restored = { databaseUrl: empty.url, store: createDiskStore(path.join(root, "restored")) };
    expect(await restoreStudio(restored, { folder })).toMatchObject({ migrated: [], faults: [] });
    expect(await verifyStudio(restored)).toEqual({
      files: saved.manifest.files.count,
      faults: [],
      orphans: [],
    });
    // The same rows give the same bytes.
    await mkdir(path.join(root, "again"));
    const again = await dumpDatabase(empty.url, path.join(root, "again"));
    expect(again.tables).toEqual(saved.manifest.tables);
    expect(again.sequences).toEqual(saved.manifest.sequences);
  });

  it("copies only files that it does not hold yet", async () => {
    await storeSound();
    expect(await backUpStudio(studio(), { folder, secret: null })).toMatchObject({ copied: 1 });
    await storeSound();
    await storeSound();
    const second = await backUpStudio(studio(), { folder, secret: null });
    expect(second).toMatchObject({ copied: 2, manifest: { files: { count: 3 } } });
  });

  /** Writes other bytes of the same size, and that the copy was modified then. */
  async function damageCopy({ sha256, bytes }: { sha256: string; bytes: bigint }, at: number) {
    const file = path.join(folder, blobKey(sha256));
    await writeFile(file, Buffer.alloc(Number(bytes)));
    await utimes(file, new Date(at), new Date(at));
  }

  it("replaces a copy that was modified since the last snapshot, and reads no other", async () => {
    await storeSound();
    await storeSound();
    await backUpStudio(studio(), { folder, secret: null });
    const [changed, unchanged] = await source.database.asset.findMany();
    await damageCopy(changed!, Date.now() + 1_000);
    await damageCopy(unchanged!, Date.now() - 60_000);
    const second = await backUpStudio(studio(), { folder, secret: null });
    expect(second).toMatchObject({ copied: 1, replaced: 1, faults: [] });
    expect((await verifyBackup(folder)).faults).toEqual([{ sha256: unchanged!.sha256, fault: "damaged" }]);
  });

  it("replaces what its verification has found damaged", async () => {
    await storeSound();
    await storeSound();
    await backUpStudio(studio(), { folder, secret: null });
    const [asset] = await source.database.asset.findMany();
    await damageCopy(asset!, Date.now() - 60_000);
    const faults = [{ sha256: asset!.sha256, fault: "damaged" }];
    expect(await verifyBackup(folder)).toMatchObject({ faults, setAside: 1 });
    expect(await readdir(path.join(folder, "damaged"))).toEqual([asset!.sha256]);
    expect(await backUpStudio(studio(), { folder, secret: null })).toMatchObject({ copied: 1, faults: [] });
    expect(await verifyBackup(folder)).toMatchObject({ files: 2, faults: [], setAside: 0 });
  });

  it("takes a file that the disk can't read for a damaged one", async () => {
    await storeSound();
    const [asset] = await source.database.asset.findMany();
    const fail = (): never => {
      throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
    };
    const bad: BlobStore = { ...store, openRead: async () => new Readable({ read: fail }) };
    const faults = [{ sha256: asset!.sha256, fault: "damaged" }];
    expect(await verifyStudio({ ...studio(), store: bad })).toEqual({ files: 1, faults, orphans: [] });
    const saved = await backUpStudio({ ...studio(), store: bad }, { folder, secret: null });
    expect(saved).toMatchObject({ copied: 0, faults });
  });

  it("holds the secret only if it is to", async () => {
    const without = await backUpStudio(studio(), { folder, secret: null });
    expect(await readdir(without.snapshot)).not.toContain("secret");
    const withSecret = await backUpStudio(studio(), { folder, secret: "s".repeat(32) });
    expect(await readFile(secretFile(withSecret.snapshot), "utf8")).toBe(`${"s".repeat(32)}\n`);
  });

  it("shows bytes and rows that are damaged or missing", async () => {
    await storeSound();
    await storeSound();
    const { snapshot } = await backUpStudio(studio(), { folder, secret: null });
    const assets = await source.database.asset.findMany();
    const [first, second] = assets.toSorted((one, other) => one.sha256.localeCompare(other.sha256));
    const fileOf = (sha256: string) => path.join(folder, blobKey(sha256));
    await writeFile(fileOf(first!.sha256), Buffer.alloc(Number(first!.bytes)));
    await rm(fileOf(second!.sha256));
    const { faults } = await verifyBackup(folder);
    expect(faults.toSorted((one, other) => one.sha256.localeCompare(other.sha256))).toEqual([
      { sha256: first!.sha256, fault: "damaged" },
      { sha256: second!.sha256, fault: "missing" },
    ]);
    await appendFile(tableFile(snapshot, "User"), "x");
    await expect(verifyBackup(folder)).rejects.toThrow("User.jsonl.gz");
  });

  it("says which files the studio itself has lost", async () => {
    await storeSound();
    const [asset] = await source.database.asset.findMany();
    await store.remove(blobKey(asset!.sha256));
    const lost = [{ sha256: asset!.sha256, fault: "missing" }];
    expect(await verifyStudio(studio())).toEqual({ files: 1, faults: lost, orphans: [] });
    expect(await backUpStudio(studio(), { folder, secret: null })).toMatchObject({ faults: lost });
  });

  it("is restored only into an empty database", async () => {
    await backUpStudio(studio(), { folder, secret: null });
    await expect(restoreStudio(studio(), { folder })).rejects.toThrow("not empty");
  });

  it("of an older version is restored with the migrations in between", async () => {
    const older = await createEmptyTestDatabase();
    try {
      const names = (await readdir(defaultMigrationsDir)).filter((name) => /^\d/.test(name)).toSorted();
      const olderDir = path.join(root, "older");
      for (const name of [...names.slice(0, 2), "migration_lock.toml"]) {
        await cp(path.join(defaultMigrationsDir, name), path.join(olderDir, name), { recursive: true });
      }
      await migrateDatabase(older.url, olderDir);
      await query(
        older.url,
        `INSERT INTO "User" ("id", "email", "name") VALUES (gen_random_uuid(), 'old@example.test', 'Old')`,
      );
      await backUpStudio({ databaseUrl: older.url, store }, { folder, secret: null });
      const restored = { databaseUrl: empty.url, store };
      expect((await restoreStudio(restored, { folder })).migrated).toEqual(names.slice(2));
      expect(await query(empty.url, `SELECT "email" FROM "User"`)).toEqual([{ email: "old@example.test" }]);
    } finally {
      await older.drop();
    }
  });

  it("of a newer version is refused", async () => {
    await backUpStudio(studio(), { folder, secret: null });
    const olderDir = path.join(root, "older");
    await mkdir(olderDir);
    await cp(
      path.join(defaultMigrationsDir, "migration_lock.toml"),
      path.join(olderDir, "migration_lock.toml"),
    );
    const target = { databaseUrl: empty.url, store };
    await expect(restoreStudio(target, { folder, migrationsDir: olderDir })).rejects.toThrow("newer version");
  });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
