import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SoundFacts, SoundPiece } from "./sound-order.ts";

/** A sound that lies on disk. */
export interface MadeSound {
  path: string;
  facts: SoundFacts;
  /** Sizes of the pieces in which it was made, and how far the sound goes with each. */
  pieces: { size: number; untilMs: number }[];
}

/** All kept sounds together; those unused for longest go first. */
const MAXIMUM_BYTES = 1024 ** 3;
const FACTS = ".json";
const DRAFT = ".draft";

/** Sounds that were made, on disk by the name of their order. Drafts of an earlier run are removed at the start. */
export class SoundCache {
  private readonly folder: string;
  /** Sizes by name, longest unused first. */
  private readonly sizes = new Map<string, number>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) {
      const path = join(folder, file);
      if (file.endsWith(DRAFT)) rmSync(path, { force: true });
      else if (!file.endsWith(FACTS)) this.sizes.set(file, statSync(path).size);
    }
  }

  draftPath(name: string, id: number): string {
    return join(this.folder, `${name}-${id}${DRAFT}`);
  }

  /** Null for a sound that is not kept. */
  async find(name: string): Promise<MadeSound | null> {
    const size = this.sizes.get(name);
    if (size === undefined) return null;
    this.sizes.delete(name);
    this.sizes.set(name, size);
    const path = join(this.folder, name);
    const kept = await readFacts(path + FACTS);
    return kept === null ? null : { path, ...kept };
  }

  /** Hands out a kept sound in the pieces in which it was made. */
  async replay(sound: MadeSound, onPiece: (piece: SoundPiece) => void): Promise<void> {
    const file = await open(sound.path);
    try {
      for (const { size, untilMs } of sound.pieces) {
        const bytes = Buffer.alloc(size);
        await file.read(bytes, 0, size);
        onPiece({ bytes, untilMs });
      }
    } finally {
      await file.close();
    }
  }

  /** Keeps a finished draft under its name. */
  async keep(name: string, draft: string, made: Omit<MadeSound, "path">): Promise<MadeSound> {
    const path = join(this.folder, name);
    await writeFile(`${draft}${FACTS}${DRAFT}`, JSON.stringify(made));
    await rename(`${draft}${FACTS}${DRAFT}`, path + FACTS);
    await rename(draft, path);
    this.sizes.set(name, made.facts.sizeBytes);
    await this.makeRoom(name);
    return { path, ...made };
  }

  discard(draft: string): Promise<void> {
    return rm(draft, { force: true });
  }

  private async makeRoom(newest: string): Promise<void> {
    let total = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [name, size] of this.sizes) {
      if (total <= MAXIMUM_BYTES || name === newest) return;
      total -= size;
      this.sizes.delete(name);
      await rm(join(this.folder, name), { force: true });
      await rm(join(this.folder, name + FACTS), { force: true });
    }
  }
}

async function readFacts(path: string): Promise<Omit<MadeSound, "path"> | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Omit<MadeSound, "path">;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
