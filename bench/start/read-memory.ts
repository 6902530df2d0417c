import { readdir, readFile } from "node:fs/promises";

/**
 * Proportional set size of a process and all that it started, in bytes: memory that several share counts once over all
 * of them. Leaves out the trees of `except`. Linux only.
 */
export async function readTreeMemory(pid: number, except: ReadonlySet<number> = new Set()): Promise<number> {
  const parents = [...(await readParents())];
  const tree = [pid];
  // The list grows while it is walked: children of children are found in their turn.
  for (const member of tree) {
    const children = parents.filter(([child, parent]) => parent === member && !except.has(child));
    tree.push(...children.map(([child]) => child));
  }
  const sizes = await Promise.all(tree.map(readMemory));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function readParents(): Promise<Map<number, number>> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => [pid, await unlessGone(readParent(pid), 0)] as const),
  );
  return new Map(parents);
}

async function readParent(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // Counted after the last bracket: the name of a program may hold blanks and brackets.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

async function readMemory(pid: number): Promise<number> {
  const rollup = await unlessGone(readFile(`/proc/${pid}/smaps_rollup`, "utf8"), null);
  if (rollup === null) return 0;
  const line = /^Pss:\s+(\d+) kB$/m.exec(rollup);
  if (!line) throw new Error(`/proc/${pid}/smaps_rollup does not tell the proportional set size.`);
  return Number(line[1]) * 1024;
}

/** Processes come and go while they are listed. */
async function unlessGone<Value, Other>(reading: Promise<Value>, gone: Other): Promise<Value | Other> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return gone;
    throw error;
  }
}
