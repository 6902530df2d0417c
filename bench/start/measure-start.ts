import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@/lib/db/embedded-postgres.server";
import { readTree } from "../report/process-tree";
import { inTurns, timeIt } from "../report/rounds";
import { median } from "../report/statistics";
import { atMost, compare, ratioAtMost, type BenchContext, type Measure } from "../report/table";
import { buildBareApp, copyManifest } from "../studio/bare-app";
import { locateCluster, requirePid, startStudio, type RunningStudio } from "../studio/running-studio";

const warmStarts = 5;
const restMs = 10 * 60_000;
const parts = ["web", "worker", "database", "sandbox"] as const;
/** Clock ticks of Linux's process times. */
const ticksPerSecond = 100;

/**
 * A bare clone of the last commit: `npm start` to the first page, with npm's cache as it is; the same with everything in
 * place; and memory and processor of the idle processes. The floors are the parts that no studio of these packages can do
 * without: `npm ci` and the build of a bare page; starting Node, the bare page's server and PostgreSQL.
 */
export async function measureStart({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const checkout = path.join(workDir, "clone");
  const dataDir = path.join(workDir, "data");
  // Settings don't change from start to start.
  const token = randomBytes(24).toString("base64url");
  log("start: npm ci and the build of a bare page");
  const bareFolder = path.join(workDir, "bare");
  const { result: bareApp, ms: bareCloneMs } = await timeIt(async () => {
    await copyManifest(root, bareFolder);
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], { cwd: bareFolder });
    return buildBareApp(bareFolder, { packages: bareFolder });
  });
  log("start: bare clone of the last commit");
  await promisify(execFile)("git", ["clone", "--quiet", root, checkout]);
  const cloneMs = await timeFirstPage({ checkout, dataDir, token, log });

  log(`start: ${warmStarts} warm starts, and as many of Node, a bare page and PostgreSQL`);
  const warm = await inTurns(
    { rounds: warmStarts },
    {
      floor: async () => {
        const node = await timeIt(() => promisify(execFile)(process.execPath, ["-e", "0"]));
        const web = await timeIt(() => bareApp.start());
        await web.result.stop();
        const logFile = path.join(workDir, "postgres.log");
        const database = await timeIt(() => startEmbeddedPostgres({ ...locateCluster(dataDir), logFile }));
        await database.result.stop();
        return node.ms + web.ms + database.ms;
      },
      figure: () => timeFirstPage({ checkout, dataDir, token, log: () => {} }),
    },
  );
  return [
    {
      name: "start: bare clone to the first page",
      unit: "s",
      floor: bareCloneMs / 1_000,
      figure: cloneMs / 1_000,
    },
    compare(
      { name: "start: warm start to the first page, median", unit: "s", aim: ratioAtMost(1.5) },
      warm,
      (timesMs) => median(timesMs) / 1_000,
    ),
    ...(await measureRest({ checkout, dataDir, token, log })),
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

async function measureRest(options: StartOptions): Promise<Measure[]> {
  if (process.platform !== "linux") {
    options.log("start: memory and processor at rest are measured on Linux only");
    return [];
  }
  const studio = await startStudio({ ...options, log: () => {} });
  try {
    await openFirstPage(studio);
    options.log(`start: ${restMs / 60_000} minutes of rest`);
    await delay(restMs / 2);
    const known = await studio.readPids();
    const pids = parts.map((name) => requirePid(known, name));
    const readAll = async () => [
      ...(await Promise.all(pids.map((pid) => readTree(pid)))),
      await readTree(studio.commandPid, new Set(pids)),
    ];
    const before = await readAll();
    await delay(restMs / 2);
    const after = await readAll();
    const megabytes = after.map(({ bytes }) => bytes / 2 ** 20);
    const usedSeconds = after.map(({ ticks }, index) => (ticks - before[index]!.ticks) / ticksPerSecond);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const idlePercent = (sum(usedSeconds) * 100) / (restMs / 2_000);
    return [
      ...[...parts, "npm and launcher"].map((name, index): Measure => ({
        name: `start: memory at rest of ${name}`,
        unit: "MiB",
        figure: megabytes[index]!,
      })),
      { name: "start: memory at rest, together", unit: "MiB", figure: sum(megabytes), aim: atMost(400) },
      { name: "start: processor at rest, of one core", unit: "%", figure: idlePercent, aim: atMost(1) },
    ];
  } finally {
    await studio.stop();
  }
}
