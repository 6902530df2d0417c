import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { blobKey, derivedKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createWav } from "@/lib/media/testing/sample-media";
import { findOrphans, findTemporaryFiles } from "./find-orphans";
import { listProcessesOf } from "./list-processes";

describe("what a torture leaves", () => {
  let dataDir: string;
  let test: TestDatabase;
  let generationId: string;
  /** Of the stored result. */
  let sha256: string;
  let assetId: string;

  /** A studio with one generation that has ended and its result. */
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "reverie-orphans-"));
    test = await createTestDatabase();
    const { database } = test;
    const { id: userId } = await database.user.create({ data: { email: "a@example.test", name: "A" } });
    const generation = await database.generation.create({
      data: {
        userId,
        generator: "speech",
        state: "succeeded",
        input: {},
        idempotencyKey: "a",
        inputHash: "a",
        model: "speech-2.6-hd",
        connection: {},
        attempts: { create: { number: 1, state: "answered" } },
      },
    });
    generationId = generation.id;
    const asset = await storeAsset(
      {
        userId,
        origin: "output",
        source: (async function* () {
          yield createWav(0.1);
        })(),
        maxBytes: 1_000_000,
      },
      { database, store: createDiskStore(path.join(dataDir, "media")) },
    );
    ({ sha256, id: assetId } = asset);
    await database.output.create({
      data: { generationId, index: 0, role: "audio", state: "stored", expectedKind: "audio", assetId },
    });
  });
  afterEach(async () => {
    await test.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const fileOf = (key: string) => path.join(dataDir, "media", key);
  const find = async () => (await findOrphans(test.url, dataDir)).problems;
  async function plant(file: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "planted");
  }

  it("is nothing where nothing is wrong", async () => {
    await plant(fileOf(derivedKey(sha256, "peaks.json")));
    expect(await findOrphans(test.url, dataDir)).toEqual({
      problems: [],
      files: 1,
      callbacks: 0,
      attempts: [{ generationId, state: "answered" }],
    });
    expect(await findTemporaryFiles(dataDir, new Date())).toEqual([]);
  });

  it("includes a file that is missing, and one that is damaged", async () => {
    await appendFile(fileOf(blobKey(sha256)), "x");
    expect(await find()).toEqual([`The file ${sha256} is damaged`]);
    await rm(fileOf(blobKey(sha256)));
    expect(await find()).toEqual([`The file ${sha256} is missing`]);
  });

  it("includes files that no row names", async () => {
    const stray = "0".repeat(64);
    const keys = [blobKey(stray), derivedKey(stray, "w640.webp")];
    for (const key of keys) await plant(fileOf(key));
    expect(await find()).toEqual(keys.map((key) => `No row names the file ${key}`));
  });

  it("includes rows of work that goes on or of which nothing is left", async () => {
    const { database } = test;
    await database.attempt.create({ data: { generationId, number: 2, state: "open" } });
    await database.streamPiece.create({
      data: { generationId, role: "audio", index: 0, offset: 0, bytes: new Uint8Array(1) },
    });
    await database.generation.update({ where: { id: generationId }, data: { workerId: "gone" } });
    await database.output.updateMany({ data: { state: "storing", assetId: null } });
    await database.blobCheck.deleteMany();
    expect(await find()).toEqual([
      "There are 1 open attempts",
      "There are 1 results being stored",
      "There are 1 pieces of streams",
      "There are 1 stored results that nothing refers to",
      "There are 1 ended generations that a worker holds",
    ]);
    await database.output.updateMany({ data: { state: "stored" } });
    expect(await find()).toContain("There are 1 results without a file");
  });

  it("includes temporary files of the media, and old ones of the data folder", async () => {
    const name = `studio.lock.${crypto.randomUUID()}`;
    for (const file of ["media/tmp/a.part", name, `secret.${crypto.randomUUID()}`]) {
      await plant(path.join(dataDir, file));
    }
    const old = new Date(Date.now() - 120_000);
    await utimes(path.join(dataDir, name), old, old);
    expect(await findTemporaryFiles(dataDir, new Date(Date.now() - 60_000))).toEqual([
      "A temporary file is left: media/tmp/a.part",
      `A temporary file is left: ${name}`,
    ]);
  });

  it.runIf(process.platform === "linux")("includes processes that were started for the folder", async () => {
    expect(listProcessesOf(dataDir)).toEqual([]);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
      env: { ...process.env, STUDIO_DATA_DIR: dataDir },
      stdio: "ignore",
    });
    await once(child, "spawn");
    expect(listProcessesOf(dataDir)).toEqual([expect.stringMatching(`^${child.pid} `)]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(listProcessesOf(dataDir)).toEqual([]);
  });
});
