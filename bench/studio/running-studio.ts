import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { databaseName, findPassword, roleName } from "@/lib/db/embedded/postgres-cluster.server";
import { findPostmaster } from "@/lib/db/embedded/postmaster-file.server";
import type { BenchContext } from "../report/table";
import { changeSandbox, StudioApi } from "./studio-api";

/** A studio started by `npm start` in a checkout, with an owner and a token from the environment. */
export interface RunningStudio {
  /** For example http://127.0.0.1:41523. */
  address: string;
  dataDir: string;
  owner: { email: string; password: string };
  /** The owner's API token. */
  token: string;
  /** From the command's start to its line with the address. */
  readyAfterMs: number;
  /** Start of the command, on the clock of performance.now(). */
  startedAt: number;
  /** The command's process, the ancestor of all others. */
  commandPid: number;
  /** Process IDs by name: launcher, database, web, worker, sandbox. */
  readPids: () => Promise<Record<string, number>>;
  /** The address of its database. */
  findDatabaseUrl: () => Promise<string>;
  stop: () => Promise<void>;
}

const readyLine = /^Reverie is ready: (\S+)$/;

/** Runs `npm start` in `checkout` on a free port. Throws with its output where it exits before it is ready. */
export async function startStudio(options: {
  checkout: string;
  dataDir: string;
  log: (line: string) => void;
  /** The owner's API token; a new one without it, which the start has to store. */
  token?: string;
}): Promise<RunningStudio> {
  const owner = { email: "owner@example.com", password: randomBytes(12).toString("base64url") };
  const { token = randomBytes(24).toString("base64url") } = options;
  const startedAt = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    cwd: options.checkout,
    env: {
      ...cleanEnvironment(),
      HOST: "127.0.0.1",
      PORT: "0",
      STUDIO_DATA_DIR: options.dataDir,
      STUDIO_OWNER_EMAIL: owner.email,
      STUDIO_OWNER_PASSWORD: owner.password,
      STUDIO_API_TOKEN: token,
      STUDIO_SANDBOX: "on",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const address = await waitForAddress(child, ended, options.log);
  return {
    address,
    dataDir: options.dataDir,
    owner,
    token,
    startedAt,
    readyAfterMs: performance.now() - startedAt,
    commandPid: child.pid!,
    readPids: () => readPids(options.dataDir),
    findDatabaseUrl: () => findDatabaseUrl(options.dataDir),
    async stop() {
      const { launcher } = await readPids(options.dataDir);
      if (launcher) process.kill(launcher, "SIGTERM");
      await ended;
    },
  };
}

/** The environment without settings of this studio and what npm adds while it runs a script. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(STUDIO_|npm_|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|INIT_CWD$)/.test(name),
  );
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const own = folders.filter((folder) => !folder.includes(`node_modules${path.sep}`));
  // Next's types require NODE_ENV, which must not be set here.
  const environment: Record<string, string | undefined> = {
    ...Object.fromEntries(kept),
    PATH: own.join(path.delimiter),
  };
  return environment as NodeJS.ProcessEnv;
}

async function waitForAddress(
  child: ChildProcess,
  ended: Promise<void>,
  log: (line: string) => void,
): Promise<string> {
  const said: string[] = [];
  const address = new Promise<string>((resolve) => {
    for (const output of [child.stdout!, child.stderr!]) {
      createInterface({ input: output }).on("line", (line) => {
        said.push(line);
        const ready = readyLine.exec(line)?.[1];
        if (ready) resolve(ready);
        else log(`  ${line}`);
      });
    }
  });
  const failed = ended.then((): never => {
    throw new Error(`npm start ended before it was ready:\n${said.join("\n")}`);
  });
  return Promise.race([address, failed]);
}

const lockSchema = z.object({
  pid: z.number().int(),
  children: z.array(z.object({ name: z.string(), pid: z.number().int() })).default([]),
});

/** The launcher's lock lists its children; PostgreSQL's process ID is in its folder. */
async function readPids(dataDir: string): Promise<Record<string, number>> {
  const lock = lockSchema.parse(JSON.parse(await readFile(path.join(dataDir, "studio.lock"), "utf8")));
  const postmaster = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  return {
    launcher: lock.pid,
    database: Number(postmaster.split("\n", 1)[0]),
    ...Object.fromEntries(lock.children.map(({ name, pid }) => [name, pid])),
  };
}

export function requirePid(pids: Record<string, number>, name: string): number {
  const pid = pids[name];
  if (pid === undefined) throw new Error(`The launcher does not know a ${name} process.`);
  return pid;
}

async function findDatabaseUrl(dataDir: string): Promise<string> {
  const cluster = locateCluster(dataDir);
  const [postmaster, password] = await Promise.all([
    findPostmaster(cluster.clusterDir),
    findPassword(cluster),
  ]);
  if (!postmaster || !password) throw new Error(`No database runs in ${dataDir}.`);
  return `postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`;
}

export function locateCluster(dataDir: string) {
  return {
    clusterDir: path.join(dataDir, "postgres"),
    passwordFile: path.join(dataDir, "postgres-password"),
  };
}

/** A limit that no part reaches. */
export const unlimited = { requests: 1_000_000, windowMs: 60_000 };

interface ConnectedStudio {
  studio: RunningStudio;
  api: StudioApi;
  /** Address of the sandbox. */
  sandbox: string;
}

/** Runs a studio of the checkout, connected to its sandbox with these settings, and stops it afterwards. */
export async function withStudio<Value>(
  { root, workDir, log }: BenchContext,
  settings: { rateLimits?: object; sandbox: object },
  run: (connected: ConnectedStudio) => Promise<Value>,
): Promise<Value> {
  const studio = await startStudio({ checkout: root, dataDir: path.join(workDir, "data"), log });
  try {
    const api = new StudioApi(studio);
    await api.request("PUT", "/api/v1/connection", {
      profileId: "sandbox",
      apiKey: "sandbox-key-good-bench",
      overrides: settings.rateLimits ? { rateLimits: settings.rateLimits } : {},
    });
    const { baseUrl: sandbox } = await api.connection();
    if (!sandbox) throw new Error("The sandbox does not run.");
    await changeSandbox(sandbox, settings.sandbox);
    return await run({ studio, api, sandbox });
  } finally {
    await studio.stop();
  }
}
