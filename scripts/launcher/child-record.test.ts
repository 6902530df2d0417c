import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, type SmallDisk } from "@/lib/media/testing/small-disk";
import { type LockHolder, takeInstanceLock } from "../bootstrap/instance-lock.mjs";
import { ChildRecord } from "./child-record";
import { SupervisedProcess } from "./supervised-process";

describe("the record of children", () => {
  let folder: string;
  let disk: SmallDisk | null;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "reverie-record-"));
    disk = mountSmallDisk(folder, 1);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    disk?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps the launcher alive when a child ends while the disk is full", async () => {
    const file = path.join(folder, "studio.lock");
    const lock = takeInstanceLock(file);
    const record = new ChildRecord(lock);
    // Where nothing can be mounted, a folder in the place of its temporary file makes the lock unwritable.
    const next = `${file}.${lock.id}`;
    if (disk) disk.fill();
    else mkdirSync(next);

    const pids: number[] = [];
    const restarted = Promise.withResolvers<void>();
    const child = new SupervisedProcess({
      name: "web",
      root: path.resolve(import.meta.dirname, "../.."),
      nodeArguments: ["--eval", "setInterval(() => {}, 1000)"],
      logFile: path.join(folder, "logs/web.log"),
      onStarted(pid) {
        pids.push(pid);
        record.remember("web", pid);
        if (pids.length === 2) restarted.resolve();
      },
    });
    child.start();
    process.kill(pids[0]!, "SIGKILL");
    await restarted.promise;

    if (disk) disk.empty();
    else rmdirSync(next);
    record.update({ address: "http://127.0.0.1:3000" });
    const written = JSON.parse(readFileSync(file, "utf8")) as LockHolder;
    expect(written).toMatchObject({
      address: "http://127.0.0.1:3000",
      children: [{ name: "web", pid: pids[1] }],
    });
    await child.stop({ killAfterMs: 1_000 });
    record.close();
  });
});
