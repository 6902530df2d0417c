import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FACTS = ".json";
const DRAFT = ".draft";

/** A file that was made, and what is known about it. */
export interface KeptFile<Facts> {
  path: string;
  facts: Facts;
}

/** Files that were made, by the name of their order; the least recently used make room. Drafts do not survive a restart. */
export class MediaCache<Facts> {
  private readonly folder: string;
  private readonly maximumBytes: number;
  /** Sizes by name, least recently used first. */
  private readonly sizes = new Map<string, number>();

  constructor(folder: string, maximumBytes: number) {
    this.folder = folder;
    this.maximumBytes = maximumBytes;
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) {
      const path = join(folder, file);
      if (file.endsWith(DRAFT)) rmSync(path, { force: true });
      else if (!file.endsWith(FACTS)) this.sizes.set(file, statSync(path).size);
    }
  }

  async find(order: unknown): Promise<KeptFile<Facts> | null> {
    const name = nameOrder(order);
    const size = this.sizes.get(name);
    if (size === undefined) return null;
    this.sizes.delete(name);
    this.sizes.set(name, size);
    const path = join(this.folder, name);
    return { path, facts: JSON.parse(await readFile(path + FACTS, "utf8")) as Facts };
  }

  /** Has a file made and keeps it: `write` puts it at the path it is given. */
  async make(order: unknown, id: number, write: (path: string) => Promise<Facts>): Promise<KeptFile<Facts>> {
    const name = nameOrder(order);
    const path = join(this.folder, name);
    const draft = `${path}-${id}${DRAFT}`;
    try {
      const facts = await write(draft);
      await writeFile(`${draft}${FACTS}${DRAFT}`, JSON.stringify(facts));
      await rename(`${draft}${FACTS}${DRAFT}`, path + FACTS);
      await rename(draft, path);
      this.sizes.set(name, statSync(path).size);
      await this.makeRoom(name);
      return { path, facts };
    } finally {
      await rm(draft, { force: true });
    }
  }

  private async makeRoom(newest: string): Promise<void> {
    let total = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [name, size] of this.sizes) {
      if (total <= this.maximumBytes || name === newest) return;
      total -= size;
      this.sizes.delete(name);
      await rm(join(this.folder, name), { force: true });
      await rm(join(this.folder, name + FACTS), { force: true });
    }
  }
}

function nameOrder(order: unknown): string {
  return createHash("sha256").update(JSON.stringify(order)).digest("hex");
}
