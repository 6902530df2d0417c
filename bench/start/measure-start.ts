import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";
import { startStudio, type RunningStudio } from "../studio/running-studio";

const warmStarts = 5;
const restMs = 20_000;
const parts = ["web", "worker", "database", "sandbox"] as const;

/**
 * A bare clone of the last commit: `npm start` to the first page, with npm's cache as it is; the same with
 * everything in place; and the memory of the idle processes.
 */
export async function measureStart({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const checkout = path.join(workDir, "clone");
  const dataDir = path.join(workDir, "data");
  log("start: bare clone of the last commit");
  await promisify(execFile)("git", ["clone", "--quiet", root, checkout]);

  const bareMs = await timeFirstPage({ checkout, dataDir, log });
  const warmMs: number[] = [];
  for (let index = 0; index < warmStarts; index += 1) {
    warmMs.push(await timeFirstPage({ checkout, dataDir, log: () => {} }));
  }
  return [
    { name: "start: bare clone to the first page", value: { amount: bareMs / 1_000, unit: "s" } },
    {
      name: "start: warm start to the first page, median",
      value: { amount: median(warmMs) / 1_000, unit: "s" },
      target: { of: "value", comparison: "at most", amount: 3 },
    },
    ...(await measureMemory({ checkout, dataDir, log })),
  ];
}

type StartOptions = Parameters<typeof startStudio>[0];

async function timeFirstPage(options: StartOptions): Promise<number> {
  const studio = await startStudio(options);
  try {
    await openFirstPage(studio);
    return performance.now() - studio.startedAt;
  } finally {
    await studio.stop();
  }
}

/** Loads the page that a visitor without a session is redirected to. */
async function openFirstPage(studio: RunningStudio): Promise<void> {
  const response = await fetch(studio.address, { headers: { accept: "text/html" } });
  const html = await response.text();
  if (!response.ok || !html.includes("</html>")) {
    throw new Error(`The first page: HTTP ${response.status} at ${response.url}`);
  }
}

async function measureMemory(options: StartOptions): Promise<Measurement[]> {
  if (process.platform !== "linux") {
    options.log("start: memory is measured on Linux only");
    return [];
  }
  const studio = await startStudio({ ...options, log: () => {} });
  try {
    await openFirstPage(studio);
    options.log(`start: memory after ${restMs / 1_000} s of rest`);
    await delay(restMs);
    const known = await studio.readPids();
    const pids = parts.map((name) => requirePid(known, name));
    const [web, worker, database, sandbox] = await Promise.all(pids.map((pid) => readTreeMemory(pid)));
    const rest = await readTreeMemory(studio.commandPid, new Set(pids));
    const row = (name: string, bytes: number): Measurement => ({
      name: `start: memory of ${name}`,
      value: { amount: bytes / 2 ** 20, unit: "MiB" },
    });
    return [
      row("web, worker and database", web! + worker! + database!),
      row("web", web!),
      row("worker", worker!),
      row("database", database!),
      row("sandbox", sandbox!),
      row("npm and launcher", rest),
    ];
  } finally {
    await studio.stop();
  }
}

function requirePid(pids: Record<string, number>, name: string): number {
  const pid = pids[name];
  if (pid === undefined) throw new Error(`The launcher does not know a ${name} process.`);
  return pid;
}

/**
 * Proportional set size of a process and its descendants, in bytes, which divides shared memory among its
 * users. Excludes the trees of `except`. Linux only.
 */
async function readTreeMemory(pid: number, except: ReadonlySet<number> = new Set()): Promise<number> {
  const parents = [...(await readParents())];
  const tree = [pid];
  // The list grows during the loop, to include all descendants.
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
  // Parsed after the last bracket, because a program's name may contain spaces and brackets.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
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
