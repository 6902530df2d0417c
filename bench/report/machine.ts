import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { median } from "./statistics";

const rounds = 20;
const roundMs = 50;

/** The machine in one line, so that figures of two machines can be compared. `folder` is where it syncs. */
export async function describeMachine(folder: string): Promise<string> {
  const cpu = os.cpus()[0]?.model.trim() ?? "unknown processor";
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const load = os.loadavg()[0]!.toFixed(1);
  const thread = Math.round(await measureThread());
  const syncMs = (await measureSync(folder)).toFixed(2);
  return (
    `${os.availableParallelism()} x ${cpu}, ${memory}, Node ${process.versions.node}, load ${load}; ` +
    `one thread: ${thread} MB/s of SHA-256 in JavaScript-sized pieces; fsync of 8 KB: ${syncMs} ms`
  );
}

/** Pieces of 64 bytes, so that calls count as much as the hash: MB a second. */
async function measureThread(): Promise<number> {
  const piece = Buffer.alloc(64, "reverie ");
  const speeds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const hash = createHash("sha256");
    const startedAt = performance.now();
    let bytes = 0;
    while (performance.now() - startedAt < roundMs) {
      for (let count = 0; count < 1_000; count += 1) hash.update(piece);
      bytes += 1_000 * piece.length;
    }
    speeds.push(bytes / 1e3 / (performance.now() - startedAt));
    await yieldToOthers();
  }
  return median(speeds);
}

/** Milliseconds of a durable write, as the log of a database makes it. */
async function measureSync(folder: string): Promise<number> {
  const file = await open(path.join(folder, "sync"), "w");
  try {
    const timesMs: number[] = [];
    for (let round = 0; round < 5 * rounds; round += 1) {
      await file.write(Buffer.alloc(8_192, round), 0, 8_192, (round % 8) * 8_192);
      const startedAt = performance.now();
      await file.datasync();
      timesMs.push(performance.now() - startedAt);
    }
    return median(timesMs);
  } finally {
    await file.close();
  }
}
