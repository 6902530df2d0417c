import { execFile } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";
import { startStudio, type RunningStudio } from "../studio/running-studio";
import { readTreeMemory } from "./read-memory";

const warmStarts = 5;
const restMs = 20_000;
const parts = ["web", "worker", "database", "sandbox"] as const;

/**
 * A bare clone of the last commit: `npm start` to the first page, with npm's cache as it is; then the same again with
 * everything in place; then the memory of the processes, nobody having asked for anything for a while.
 */
export async function measureStart({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const checkout = path.join(workDir, "clone");
  const dataDir = path.join(workDir, "data");
  say("start: bare clone of the last commit");
  await promisify(execFile)("git", ["clone", "--quiet", root, checkout]);

  const bareMs = await timeFirstPage({ checkout, dataDir, say });
  const warmMs: number[] = [];
  for (let index = 0; index < warmStarts; index += 1) {
    warmMs.push(await timeFirstPage({ checkout, dataDir, say: () => {} }));
  }
  return [
    { name: "start: bare clone to the first page", value: { amount: bareMs / 1_000, unit: "s" } },
    {
      name: "start: warm start to the first page, median",
      value: { amount: median(warmMs) / 1_000, unit: "s" },
      target: { of: "value", comparison: "at most", amount: 3 },
    },
    ...(await measureMemory({ checkout, dataDir, say })),
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

/** The page that a visitor without a session is led to, read to its end. */
async function openFirstPage(studio: RunningStudio): Promise<void> {
  const response = await fetch(studio.address, { headers: { accept: "text/html" } });
  const html = await response.text();
  if (!response.ok || !html.includes("</html>")) {
    throw new Error(`The first page: HTTP ${response.status} at ${response.url}`);
  }
}

async function measureMemory(options: StartOptions): Promise<Measurement[]> {
  if (process.platform !== "linux") {
    options.say("start: memory is measured on Linux only");
    return [];
  }
  const studio = await startStudio({ ...options, say: () => {} });
  try {
    await openFirstPage(studio);
    options.say(`start: memory after ${restMs / 1_000} s of rest`);
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
