import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { S3Server, testCredentials } from "../testing/s3-server";
import { checkBucket } from "./check-store.server";

const known = globalThis as { reverieEnv?: unknown; reverieBlobStore?: unknown };
let server: S3Server;
let dataDir: string;

beforeEach(async () => {
  server = await S3Server.start();
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-check-"));
  configure({});
});
afterEach(async () => {
  vi.unstubAllEnvs();
  forget();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

function configure(settings: Record<string, string>): void {
  const s3 = {
    STUDIO_LOG_LEVEL: "silent",
    STUDIO_DATA_DIR: dataDir,
    STUDIO_STORAGE: "s3",
    STUDIO_S3_BUCKET: "media",
    STUDIO_S3_ENDPOINT: server.address,
    STUDIO_S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
    STUDIO_S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
  };
  for (const [name, value] of Object.entries({ ...s3, ...settings })) vi.stubEnv(name, value);
  forget();
}

/** What the process has read of its settings. */
function forget(): void {
  delete known.reverieEnv;
  delete known.reverieBlobStore;
}

it("asks nothing of a disk", async () => {
  configure({ STUDIO_STORAGE: "disk" });
  expect(await checkBucket()).toBeNull();
  expect(server.requests).toEqual([]);
});

it("finds a bucket that answers, with one request", async () => {
  expect(await checkBucket()).toBe("ready");
  expect(server.requests).toHaveLength(1);
});

it("tells a bucket that doesn't exist, and one that refuses the key", async () => {
  server.faults = [403];
  expect(await checkBucket()).toBe("refuses");
  configure({ STUDIO_S3_BUCKET: "mdeia" });
  expect(await checkBucket()).toBe("refuses");
});

it("doesn't wait for a bucket that freezes, and finds it when it is back", async () => {
  server.frozen = "at once";
  const began = performance.now();
  expect(await checkBucket()).toBe("silent");
  // Before the store itself gives up, after 4.5 s.
  expect(performance.now() - began).toBeLessThan(4_400);
  server.frozen = null;
  expect(await checkBucket()).toBe("ready");
});

it("finds no bucket where nothing listens", async () => {
  const nobody = await S3Server.start();
  configure({ STUDIO_S3_ENDPOINT: nobody.address });
  await nobody.close();
  expect(await checkBucket()).toBe("silent");
});
