import { readdir, readFile } from "node:fs/promises";

/** Memory and processor of a process and its descendants, without the trees of `except`. Linux only. */
export async function readTree(pid: number, except: ReadonlySet<number> = new Set()) {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(names.map((each) => unlessGone(readStat(each), null)))).filter(
    (stat) => stat !== null,
  );
  const tree = all.filter((stat) => stat.pid === pid);
  // The list grows during the loop, to include all descendants.
  for (const member of tree) {
    tree.push(...all.filter((stat) => stat.parent === member.pid && !except.has(stat.pid)));
  }
  const sizes = await Promise.all(tree.map((stat) => readMemory(stat.pid)));
  return {
    /** Proportional set size, which divides shared memory among its users. */
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    /** Processor time so far. */
    ticks: tree.reduce((sum, { ticks }) => sum + ticks, 0),
  };
}

async function readStat(pid: number): Promise<{ pid: number; parent: number; ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // Parsed after the last bracket, because a program's name may contain spaces and brackets.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  return { pid, parent: fields[1]!, ticks: fields[11]! + fields[12]! };
}

async function readMemory(pid: number): Promise<number> {
  const rollup = await unlessGone(readFile(`/proc/${pid}/smaps_rollup`, "utf8"), null);
  if (rollup === null) return 0;
  const line = /^Pss:\s+(\d+) kB$/m.exec(rollup);
  if (!line) throw new Error(`/proc/${pid}/smaps_rollup does not tell the proportional set size.`);
  return Number(line[1]) * 1024;
}

/** Processes may end while they are listed. */
async function unlessGone<Value, Other>(reading: Promise<Value>, gone: Other): Promise<Value | Other> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return gone;
    throw error;
  }
}
