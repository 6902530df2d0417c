import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { copyFile, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { VideoOrder } from "./video-order.ts";
import type { VideoJob, VideoOutcome } from "./video-thread.ts";

/** All kept videos together; those unused for longest go first. */
const MAXIMUM_BYTES = 512 * 1024 ** 2;
/** Raised when the same order comes to look different, so that no older video is handed out. */
const RECIPE_VERSION = 1;

interface Job {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Has videos made in a thread of its own, and keeps what was made. The thread starts with the first order. */
export class VideoWorkshop {
  private readonly folder: string;
  private readonly frameFolder: string;
  private readonly draftFolder: string;
  private readonly jobs = new Map<number, Job>();
  private readonly making = new Map<string, Promise<void>>();
  private tidying = Promise.resolve();
  private worker: Worker | null = null;
  private nextId = 1;
  private isClosed = false;

  constructor(folder: string) {
    this.folder = join(folder, "made");
    this.frameFolder = join(folder, "frames");
    this.draftFolder = join(folder, "drafts");
    rmSync(this.draftFolder, { recursive: true, force: true });
    for (const path of [this.folder, this.frameFolder, this.draftFolder])
      mkdirSync(path, { recursive: true });
  }

  /** Keeps a first frame; answers the name that an order calls it by. */
  async keepFirstFrame(bytes: Uint8Array): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex");
    const draft = join(this.draftFolder, String(this.takeId()));
    await writeFile(draft, bytes);
    await rename(draft, join(this.frameFolder, name));
    return name;
  }

  /** Writes the video of an order to a file. Rejects when it cannot be made or the workshop closes. */
  async make(order: VideoOrder, path: string): Promise<void> {
    const name = createHash("sha256")
      .update(`${RECIPE_VERSION}${JSON.stringify(order)}`)
      .digest("hex");
    const kept = join(this.folder, name);
    const running = this.making.get(name) ?? this.makeOnce(order, kept);
    this.making.set(name, running);
    try {
      await running;
    } finally {
      this.making.delete(name);
    }
    await copyFile(kept, path);
  }

  /** Ends the thread; what it was at is rejected. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  private async makeOnce(order: VideoOrder, kept: string): Promise<void> {
    if (await touch(kept)) return;
    const id = this.takeId();
    const draft = join(this.draftFolder, String(id));
    try {
      await new Promise<void>((resolve, reject) => {
        if (this.isClosed) throw new Error("the video workshop is closed");
        this.jobs.set(id, { resolve, reject });
        this.worker ??= this.startThread();
        this.worker.postMessage({ id, order, frameFolder: this.frameFolder, path: draft } satisfies VideoJob);
      });
      await rename(draft, kept);
    } finally {
      this.jobs.delete(id);
      await rm(draft, { force: true });
    }
    this.tidying = this.tidying.then(() => this.makeRoom());
    await this.tidying;
  }

  private startThread(): Worker {
    const worker = new Worker(new URL("./video-thread.ts", import.meta.url));
    worker.on("message", ({ id, failure }: VideoOutcome) => {
      const job = this.jobs.get(id);
      if (failure === null) job?.resolve();
      else job?.reject(new Error(failure));
    });
    worker.once("error", (error) => process.stderr.write(`video thread: ${error.stack ?? error.message}\n`));
    worker.once("exit", () => {
      if (this.worker === worker) this.worker = null;
      for (const { reject } of this.jobs.values()) reject(new Error("the video thread ended"));
    });
    return worker;
  }

  private async makeRoom(): Promise<void> {
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.folder, name));
        return { path: join(this.folder, name), size, mtimeMs };
      }),
    );
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((one, other) => one.mtimeMs - other.mtimeMs).slice(0, -1)) {
      if (total <= MAXIMUM_BYTES) return;
      total -= size;
      await rm(path, { force: true });
    }
  }

  private takeId(): number {
    this.nextId += 1;
    return this.nextId;
  }
}

/** Notes that a file is used; false when there is none. */
async function touch(path: string): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
