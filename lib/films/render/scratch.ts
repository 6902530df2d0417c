import { createHash } from "node:crypto";
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { RenderError } from "./render-fault";
import type { RenderOrder } from "./render-order";

/** Changes with everything that changes the bytes of a segment: what an older version left isn't continued. */
const renderVersion = 2;

const planFile = "plan";
const loudnessFile = "loudness";

/** The folder of a film that is being rendered: what is done survives a kill, and nothing in it is half written. */
export class Scratch {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Continues in a folder, or empties it where it belongs to another film, version or choice. */
  static async open(order: RenderOrder): Promise<Scratch> {
    const scratch = new Scratch(order.folder);
    const plan = await digestOrder(order);
    if ((await scratch.#readPlan()) !== plan) {
      for (const name of await readdir(order.folder)) {
        await rm(path.join(order.folder, name), { recursive: true, force: true });
      }
      await scratch.write(planFile, Buffer.from(plan));
    }
    return scratch;
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  async has(name: string): Promise<boolean> {
    try {
      await stat(this.at(name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.writeWith(name, (file) => file.writeFile(bytes));
  }

  /** Writes a file that is there as a whole or not at all. @throws RenderError disk-full */
  async writeWith(name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const part = this.at(`${name}.part`);
    try {
      const file = await open(part, "w+");
      try {
        await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.at(name));
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      // What can be used again needs less than what can't.
      await rm(part, { force: true });
      throw new RenderError("disk-full", `There is no room for ${name}`, { cause });
    }
  }

  /** Keeps what was measured of the sound, for whoever continues with it. */
  writeLoudness(lufs: number | null): Promise<void> {
    return this.write(loudnessFile, Buffer.from(JSON.stringify(lufs)));
  }

  /** In LUFS; null for silence and for what has no sound. */
  async readLoudness(): Promise<number | null> {
    if (!(await this.has(loudnessFile))) return null;
    return JSON.parse(await readFile(this.at(loudnessFile), "utf8")) as number | null;
  }

  /** Removes everything but the finished film and what is known of it. */
  async keepFilm(filmFile: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (![filmFile, planFile, loudnessFile].includes(name)) await rm(this.at(name), { force: true });
    }
  }

  async #readPlan(): Promise<string | null> {
    try {
      return await readFile(this.at(planFile), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }
}

/** No space, or none that this account may use. Libraries put the system's error inside of their own. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error.cause);
}

/** All that decides the bytes. Sources may have moved, but an edited one has another time. */
async function digestOrder({ folder: _folder, sources, ...order }: RenderOrder): Promise<string> {
  const files = await Promise.all(
    Object.entries(sources)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(async ([itemId, { path: file, ...source }]) => {
        const { size, mtimeMs } = await stat(file).catch(() => ({ size: -1, mtimeMs: -1 }));
        return { itemId, ...source, size, mtimeMs };
      }),
  );
  return createHash("sha256").update(JSON.stringify({ renderVersion, order, files })).digest("hex");
}
