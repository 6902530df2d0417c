import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

/** A studio that `npm start` runs in a checkout, with an owner and a token that the environment gave it. */
export interface RunningStudio {
  /** For example http://127.0.0.1:41523. */
  address: string;
  dataDir: string;
  owner: { email: string; password: string };
  /** Personal token of the owner. */
  token: string;
  /** From the start of the command to its line with the address. */
  readyAfterMs: number;
  /** When the command was started, on the clock of performance.now(). */
  startedAt: number;
  /** The process of the command itself; all others come from it. */
  commandPid: number;
  /** Process numbers by name: launcher, database, web, worker, sandbox. */
  readPids: () => Promise<Record<string, number>>;
  stop: () => Promise<void>;
}

const readyLine = /^Reverie is ready: (\S+)$/;

/** Runs `npm start` in `checkout` on a free port; throws Error with what it said when it ends before it is ready. */
export async function startStudio(options: {
  checkout: string;
  dataDir: string;
  say: (line: string) => void;
}): Promise<RunningStudio> {
  const owner = { email: "owner@example.com", password: randomBytes(12).toString("base64url") };
  const token = randomBytes(24).toString("base64url");
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
  const address = await waitForAddress(child, ended, options.say);
  return {
    address,
    dataDir: options.dataDir,
    owner,
    token,
    startedAt,
    readyAfterMs: performance.now() - startedAt,
    commandPid: child.pid!,
    readPids: () => readPids(options.dataDir),
    async stop() {
      const { launcher } = await readPids(options.dataDir);
      if (launcher) process.kill(launcher, "SIGTERM");
      await ended;
    },
  };
}

/** The machine's own: without the settings of this studio, and without what npm adds while it runs a script. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(STUDIO_|npm_|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|INIT_CWD$)/.test(name),
  );
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const own = folders.filter((folder) => !folder.includes(`node_modules${path.sep}`));
  // Next's types demand NODE_ENV; it is left out on purpose.
  const environment: Record<string, string | undefined> = {
    ...Object.fromEntries(kept),
    PATH: own.join(path.delimiter),
  };
  return environment as NodeJS.ProcessEnv;
}

async function waitForAddress(
  child: ChildProcess,
  ended: Promise<void>,
  say: (line: string) => void,
): Promise<string> {
  const said: string[] = [];
  const address = new Promise<string>((resolve) => {
    for (const output of [child.stdout!, child.stderr!]) {
      createInterface({ input: output }).on("line", (line) => {
        said.push(line);
        const ready = readyLine.exec(line)?.[1];
        if (ready) resolve(ready);
        else say(`  ${line}`);
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

/** The launcher writes its children into its lock; PostgreSQL writes its own number into its folder. */
async function readPids(dataDir: string): Promise<Record<string, number>> {
  const lock = lockSchema.parse(JSON.parse(await readFile(path.join(dataDir, "studio.lock"), "utf8")));
  const postmaster = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  return {
    launcher: lock.pid,
    database: Number(postmaster.split("\n", 1)[0]),
    ...Object.fromEntries(lock.children.map(({ name, pid }) => [name, pid])),
  };
}
