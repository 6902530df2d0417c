import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { mountSmallDisk } from "@/lib/media/testing/small-disk";

const program = path.join(import.meta.dirname, "start.mjs");

it("says that the disk is full, and leaves nothing behind", async ({ skip }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "reverie-full-"));
  const disk = mountSmallDisk(dataDir, 1);
  try {
    if (!disk) return skip("Only root can mount a small disk");
    disk.fill();
    const before = await readdir(dataDir);
    const env = { ...process.env, STUDIO_DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
    expect(stderr).toBe(`The disk of ${dataDir} is full. Free some space and start again.\n`);
    expect(status).toBe(1);
    expect(await readdir(dataDir)).toEqual(before);
  } finally {
    disk?.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
