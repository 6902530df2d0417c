import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The content of a running server's `postmaster.pid`. */
export type Postmaster = { pid: number; port: number };

/** Reads `postmaster.pid`; null where it is missing or incomplete. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  let text: string;
  try {
    text = await readFile(path.join(clusterDir, "postmaster.pid"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}

/** Whether a process with this ID is running, whoever owns it. Zombies don't count. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** In containers whose first process doesn't reap them, ended orphans stay forever. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // "pid (name) state ...": the name may contain brackets, so match the last one.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true; // Ended meanwhile.
  }
}

/**
 * Removes a `postmaster.pid` whose process is now another program or a zombie: after a reboot or container
 * restart IDs are reused, and PostgreSQL would refuse to start.
 */
export async function removeForeignPostmasterFile(
  clusterDir: string,
  postmaster: Postmaster,
): Promise<boolean> {
  const command = await readCommand(postmaster.pid);
  if (command === null || (/postgres/i.test(command) && command.includes(clusterDir))) return false;
  await rm(path.join(clusterDir, "postmaster.pid"), { force: true });
  return true;
}

async function readCommand(pid: number): Promise<string | null> {
  try {
    if (process.platform === "linux") {
      return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    }
    if (process.platform === "win32") return null;
    return (await promisify(execFile)("ps", ["-p", String(pid), "-o", "command="])).stdout;
  } catch {
    // No such process, or the system doesn't reveal it: PostgreSQL itself decides then.
    return null;
  }
}
