import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type LockHolder, isHolderAlive } from "../bootstrap/instance-lock.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const pollIntervalMs = 50;

/** Gives a program a host name and process numbers of its own. Its processes end with it. */
const separateHost = ["unshare", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Whether this machine lets us have such hosts. */
export const canSeparateHosts = (): boolean =>
  spawnSync(separateHost[0]!, [...separateHost.slice(1), "hostname", "other"]).status === 0;

/** Polls until `check` returns a value, limited by the test's timeout. */
export async function waitFor<Value>(check: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (;;) {
    const value = await check();
    if (value) return value;
    await delay(pollIntervalMs);
  }
}

/** A studio started by the program of `npm start` in a given data folder. */
export class StudioProcess {
  output = "";
  hasEnded = false;
  readonly #dataDir: string;
  readonly #child: ChildProcess;
  readonly #isSeparate: boolean;
  readonly exitCode: Promise<number | null>;

  /**
   * @param options those of the program, such as `--dev`
   * @param checkout where its files are
   * @param host the name of a host of its own: like a container, it sees no processes but its own. Needs `canSeparateHosts`.
   */
  constructor(
    dataDir: string,
    settings: Record<string, string> = {},
    options: string[] = [],
    checkout: string = root,
    host?: string,
  ) {
    this.#dataDir = dataDir;
    this.#isSeparate = host !== undefined;
    const within = host === undefined ? [] : [...separateHost, "sh", "-c", 'hostname "$0"; exec "$@"', host];
    const [command, ...rest] = [
      ...within,
      process.execPath,
      path.join(checkout, "scripts/start.mjs"),
      ...options,
    ];
    this.#child = spawn(command!, rest, {
      cwd: checkout,
      env: { ...cleanEnvironment(), PORT: "0", STUDIO_DATA_DIR: dataDir, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exitCode = new Promise((resolve) => this.#child.once("close", resolve));
    void this.exitCode.then(() => (this.hasEnded = true));
  }

  /** Waits until the studio is ready. @returns its address; throws if it ends first */
  async ready(): Promise<string> {
    return waitFor(() => {
      const address =
        /^Reverie(?: is ready: |'s worker is ready. Its health: )(\S+?)(?:\/api\/health)?$/m.exec(
          this.output,
        )?.[1];
      if (!address && this.hasEnded) throw new Error(`The studio ended before it was ready:\n${this.output}`);
      return address;
    });
  }

  readLock(): LockHolder {
    return JSON.parse(readFileSync(path.join(this.#dataDir, "studio.lock"), "utf8")) as LockHolder;
  }

  pidOf(name: "web" | "worker" | "sandbox" | "postgres" | "launcher"): number {
    const lock = this.readLock();
    const pid =
      name === "launcher"
        ? lock.pid
        : name === "postgres"
          ? Number(readFileSync(path.join(this.#dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0])
          : lock.children?.find((child) => child.name === name)?.pid;
    if (!pid) throw new Error(`No ${name} is known.`);
    return this.#isSeparate ? this.#findOutside(pid) : pid;
  }

  /** The number here of a process that has another one on its own host. */
  #findOutside(pid: number): number {
    const space = readlinkSync(`/proc/${this.#child.pid}/ns/pid_for_children`);
    const found = readdirSync("/proc").find((name) => {
      try {
        if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== space) return false;
        const numbers = /^NSpid:(.*)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1] ?? "";
        return Number(numbers.trim().split(/\s+/).at(-1)) === pid;
      } catch {
        return false; // It ended meanwhile.
      }
    });
    if (!found) throw new Error(`Process ${pid} of that host has ended.`);
    return Number(found);
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pidOf("launcher"), signal);
  }
}

/** Names of the processes in the lock file that still run. */
export function livingChildren(lock: LockHolder): string[] {
  return (lock.children ?? []).filter(isHolderAlive).map(({ name }) => name);
}

/** The environment without settings of the test run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(STUDIO_|VITEST|NODE_ENV$|DATABASE_|HOST$|PORT$)/.test(name),
  );
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}
