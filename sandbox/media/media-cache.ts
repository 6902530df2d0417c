import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file that was made, and what is known about it. */
interface KeptFile<Facts> {
  path: string;
  facts: Facts;
  bytes: number;
}

/** Keeps files by their order until the next start; the least recently used make room. */
export function createMediaCache<Facts>(folder: string, maximumBytes: number) {
  const files = new Map<string, KeptFile<Facts>>();
  let draftCount = 0;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  function find(order: unknown): KeptFile<Facts> | null {
    const name = nameOrder(order);
    const file = files.get(name);
    if (file === undefined) return null;
    files.delete(name);
    files.set(name, file);
    return file;
  }

  /** Has a file made and keeps it: `write` puts it at the path it is given. */
  async function make(order: unknown, write: (path: string) => Promise<Facts>): Promise<KeptFile<Facts>> {
    const name = nameOrder(order);
    const path = join(folder, name);
    const draft = `${path}-${draftCount++}`;
    try {
      const facts = await write(draft);
      const { size: bytes } = await stat(draft);
      await rename(draft, path);
      const file = { path, facts, bytes };
      files.set(name, file);
      await makeRoom(name);
      return file;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function makeRoom(newest: string): Promise<void> {
    let total = files.values().reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [name, { path, bytes }] of files) {
      if (total <= maximumBytes || name === newest) return;
      total -= bytes;
      files.delete(name);
      await rm(path, { force: true });
    }
  }

  return { find, make };
}

function nameOrder(order: unknown): string {
  return createHash("sha256").update(JSON.stringify(order)).digest("hex");
}
