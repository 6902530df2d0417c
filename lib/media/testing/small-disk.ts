import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";

/** A small filesystem in memory, to be filled. */
export interface SmallDisk {
  fill(): void;
  empty(): void;
  close(): void;
}

/** Mounts it at the folder; null where this user may not mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  const filler = path.join(folder, "filler");
  return {
    fill() {
      for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        for (let fits = true; fits;) fits = append(filler, bytes);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    close: () => void execFileSync("umount", ["--lazy", folder]),
  };
}

function append(file: string, bytes: number): boolean {
  try {
    appendFileSync(file, Buffer.alloc(bytes));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
