import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** What a running PostgreSQL writes about itself into its data folder. */
export type Postmaster = { pid: number; port: number };

/** Reads `postmaster.pid`; null when there is none or it is not complete yet. */
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

/** Whether a process of that number runs, whoever owns it. One that ended and was not collected yet does not count. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** Containers whose first process collects nobody keep ended orphans for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // "pid (name) state ...": the name may hold anything, so the last bracket counts.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true; // Gone between the two looks.
  }
}

/**
 * Removes a `postmaster.pid` whose number now belongs to some other program or to a zombie: after a restart of the machine
 * or container numbers come again, and PostgreSQL would refuse to start.
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
    // No such process, or the system does not tell: then PostgreSQL itself decides.
    return null;
  }
}
