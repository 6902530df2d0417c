import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "@/lib/db/test-database.server";
import { createDiskStore } from "./store/disk-store.server";

/** Runs a TypeScript program in a separate process. */
const runner = path.resolve("scripts/run-typescript.mjs");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-process-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Starts the writer, kills it shortly after `lines` keys, and returns the keys it reported as durable. */
async function writeUntilKilled(lines: number): Promise<string[]> {
  const program = "lib/media/testing/write-blobs.program.ts";
  const child = spawn(process.execPath, [runner, program, root], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const keys: string[] = [];
  for await (const key of createInterface({ input: child.stdout })) {
    keys.push(key);
    if (keys.length === lines) child.kill("SIGKILL");
  }
  await exited;
  return keys;
}

describe("a process that is killed while it writes", () => {
  it("leaves complete blobs, and temporary files that the next process removes", async () => {
    const durable: string[] = [];
    for (const lines of [1, 2, 3, 5, 8]) durable.push(...(await writeUntilKilled(lines)));

    const store = createDiskStore(root);
    const listed = (await Array.fromAsync(store.list("blobs/"))).map(({ key }) => key);
    expect(durable.length).toBeGreaterThanOrEqual(19);
    expect(listed).toEqual(expect.arrayContaining(durable));
    for (const key of listed) {
      const content = await readFile(path.join(root, key));
      expect(path.basename(key)).toBe(createHash("sha256").update(content).digest("hex"));
    }
    const left = await readdir(path.join(root, "tmp"));
    await expect(store.cleanTemp(new Date(0))).resolves.toBe(left.length);
    await expect(readdir(path.join(root, "tmp"))).resolves.toEqual([]);
  });
});

describe("memory", () => {
  it("does not grow with the size of the file", async () => {
    const test = await createTestDatabase();
    try {
      const user = await test.database.user.create({ data: { email: "ada@example.org", name: "Ada" } });
      const largeBytes = 200 * 1024 * 1024;
      const program = "lib/media/testing/store-large-stream.program.ts";
      const { stdout } = await promisify(execFile)(process.execPath, [
        runner,
        program,
        root,
        test.url,
        user.id,
        String(largeBytes),
      ]);
      const { small, large } = JSON.parse(stdout) as Record<
        "small" | "large",
        { bytes: number; durationSeconds: number; peakKiB: number }
      >;
      expect(large.bytes).toBe(largeBytes + 44);
      expect(large.durationSeconds).toBeCloseTo(largeBytes / (44_100 * 4), 1);
      // About 60 MiB of garbage between two collections, the same for 200 and 800 MiB.
      expect(large.peakKiB - small.peakKiB).toBeLessThan(150 * 1024);
    } finally {
      await test.drop();
    }
  });
});
