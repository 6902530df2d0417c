import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import path from "node:path";
import type { StorageFault } from "./plan-torture";

/** Of which only what is stored takes memory. */
const megabytes = 4_096;
const sizeTries = 5;

/**
 * The folder of a studio's data, which can be full or read-only. Where this user may mount, it is a disk in memory. Where
 * not, a user other than root still can make the media read-only.
 */
export class DataDisk {
  readonly #folder: string;
  readonly #isMounted: boolean;
  #fault: StorageFault | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
    this.#isMounted = run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder);
  }

  /** What can't be broken here, and why. */
  listSkipped(): string[] {
    if (this.#isMounted) return [];
    const isRoot = process.getuid?.() === 0;
    return [
      "full: this user may not mount a disk",
      ...(isRoot ? ["read-only: this user may not mount a disk, and root writes to every folder"] : []),
    ];
  }

  /** @returns false where it is skipped */
  break(fault: StorageFault): boolean {
    this.mend();
    if (this.listSkipped().some((skipped) => skipped.startsWith(fault))) return false;
    if (fault === "full") this.#fill();
    else this.#protect();
    this.#fault = fault;
    return true;
  }

  /** Safe to call when nothing is broken. */
  mend(): void {
    if (this.#fault === "full") this.#resize(megabytes * 1024);
    if (this.#fault === "read-only") {
      if (this.#isMounted) mustRun("umount", "--lazy", this.#media());
      else chmodSync(path.join(this.#media(), "tmp"), 0o700);
    }
    this.#fault = null;
  }

  unmount(): void {
    this.mend();
    if (this.#isMounted) mustRun("umount", "--lazy", this.#folder);
  }

  #media(): string {
    return path.join(this.#folder, "media");
  }

  /** Shrinks the disk to what is on it. Others write meanwhile, so it may take several tries. */
  #fill(): void {
    for (let left = sizeTries; left > 0; left -= 1) {
      const { blocks, bfree, bsize } = statfsSync(this.#folder);
      if (this.#resize(Math.ceil(((blocks - bfree) * bsize) / 1024), { mayFail: left > 1 })) return;
    }
  }

  #resize(kibibytes: number, { mayFail = false } = {}): boolean {
    const options = ["-o", `remount,size=${kibibytes}k`, this.#folder];
    if (mayFail) return run("mount", ...options);
    mustRun("mount", ...options);
    return true;
  }

  /** A read-only view of the media lies over them until it is taken away. Files that are open can still be written. */
  #protect(): void {
    if (this.#isMounted) mustRun("mount", "-o", "bind,ro", this.#media(), this.#media());
    else chmodSync(path.join(this.#media(), "tmp"), 0o500);
  }
}

function run(program: string, ...options: string[]): boolean {
  try {
    mustRun(program, ...options);
    return true;
  } catch {
    // Its callers go on without it.
    return false;
  }
}

function mustRun(program: string, ...options: string[]): void {
  execFileSync(program, options, { stdio: ["ignore", "ignore", "pipe"] });
}
