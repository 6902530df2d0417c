import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What reading about a process throws when it has ended or belongs to someone else. */
const notOurs = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM"]);

/**
 * Living processes that were started for a data folder: it is in their command, environment or working folder. Linux only;
 * empty elsewhere.
 */
export function listProcessesOf(dataDir: string): string[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
      // Ended, but not yet known to its parent.
      if (command === "") return [];
      const facts = [
        command,
        read(() => readFileSync(`/proc/${pid}/environ`, "utf8")),
        read(() => readlinkSync(`/proc/${pid}/cwd`)),
      ];
      return facts.some((fact) => fact.includes(dataDir)) ? [`${pid} ${command.trim()}`] : [];
    });
}

function read(readFact: () => string): string {
  try {
    return readFact();
  } catch (error) {
    if (notOurs.has((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
