import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findPostmaster } from "@/lib/db/embedded/postmaster-file.server";
import { findRunningInstance, isHolderAlive } from "../bootstrap/instance-lock.mjs";
import { StudioProcess } from "../testing/studio-process";
import type { LedgerEntry } from "./judge-bill";
import type { Burst, Part } from "./plan-torture";
import { ignoreLostConnection, requestTimeoutMs, StudioClient } from "./studio-client";

const token = "torture-token-0123456789abcdef";
const settings = {
  STUDIO_OWNER_EMAIL: "owner@example.test",
  STUDIO_OWNER_PASSWORD: "quite a long one 4711",
  STUDIO_API_TOKEN: token,
  STUDIO_SANDBOX: "on",
  STUDIO_DISK_RESERVE_MB: "50",
};
const partPollMs = 50;
const servingTimeoutMs = 120_000;

/** A built studio with its sandbox, driven over REST as any program would, and killed by the IDs of its own processes. */
export class TorturedStudio extends StudioClient {
  readonly dataDir: string;
  readonly #environment: Record<string, string>;
  #process: StudioProcess | undefined;

  constructor(dataDir: string, environment: Record<string, string>) {
    super(token);
    this.dataDir = dataDir;
    this.#environment = environment;
  }

  /** Starts it by the program of `npm start`, on the same port as before. Throws with its output if it ends first. */
  async start(): Promise<void> {
    const port = this.address ? new URL(this.address).port : "0";
    this.#process = new StudioProcess(this.dataDir, { ...settings, ...this.#environment, PORT: port });
    this.address = await this.#process.ready();
  }

  /** @returns the exit code of the launcher; null where it was killed or is not running */
  async stop(): Promise<number | null> {
    const running = this.#process;
    if (!running) return null;
    let hasEnded = false;
    const ending = running.exitCode.finally(() => (hasEnded = true));
    // A launcher that has just started takes the lock first.
    while (!hasEnded && !(await this.#tell("launcher", "SIGTERM"))) await delay(partPollMs);
    this.#process = undefined;
    return ending;
  }

  /** Resolves when the launcher has ended. */
  async ended(): Promise<void> {
    await this.#process?.exitCode;
  }

  /** @returns false where it does not run at this moment */
  kill(part: Part): Promise<boolean> {
    return this.#tell(part, "SIGKILL");
  }

  async #tell(part: Part, signal: NodeJS.Signals): Promise<boolean> {
    const pid = await this.#findPid(part);
    if (pid === null) return false;
    process.kill(pid, signal);
    return true;
  }

  /** Waits until the process runs; false if it does not within `timeoutMs`. */
  async waitForPart(part: Part, timeoutMs: number): Promise<boolean> {
    for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(partPollMs)) {
      if ((await this.#findPid(part)) !== null) return true;
    }
    return false;
  }

  async waitUntilServing(): Promise<void> {
    const until = Date.now() + servingTimeoutMs;
    while (!(await this.send("GET", "/api/v1/generations?limit=1"))?.ok) {
      if (Date.now() > until) throw new Error("The studio does not serve again.");
      await delay(partPollMs);
    }
  }

  /** A killed sandbox has its first settings again. One that is away is left alone. */
  async setUpSandbox(): Promise<void> {
    const sandboxSettings = { latencyMs: 300, rateLimits: "off", songSeconds: 3, videoFramesPerSecond: 1 };
    await this.#askSandbox("settings", "POST", sandboxSettings);
  }

  async armSandbox(burst: Burst): Promise<void> {
    await this.#askSandbox("faults", "POST", burst);
  }

  async disarmSandbox(): Promise<void> {
    await this.#askSandbox("faults", "DELETE");
  }

  /** Sends callbacks of one of the videos that had some, true or not. */
  async replayCallbacks(which: number, statuses: readonly string[], copies: number): Promise<void> {
    const answer = await this.#askSandbox("callbacks");
    if (!answer?.ok) return;
    const { deliveries } = (await answer.json()) as { deliveries: { taskId: string | null }[] };
    const tasks = [...new Set(deliveries.flatMap(({ taskId }) => taskId ?? []))];
    const taskId = tasks[Math.floor(which * tasks.length)];
    if (taskId) await this.#askSandbox("callbacks/replay", "POST", { taskId, statuses, copies });
  }

  async readLedger(): Promise<LedgerEntry[]> {
    const answer = await this.#askSandbox("requests");
    if (!answer?.ok) throw new Error("The sandbox does not answer.");
    return ((await answer.json()) as { requests: LedgerEntry[] }).requests;
  }

  #askSandbox(endpoint: string, method = "GET", body?: unknown): Promise<Response | null> {
    const { port } = JSON.parse(readFileSync(path.join(this.dataDir, "sandbox-ports.json"), "utf8")) as {
      port: number;
    };
    return ignoreLostConnection(
      fetch(`http://127.0.0.1:${port}/__sandbox/${endpoint}`, {
        method,
        signal: AbortSignal.timeout(requestTimeoutMs),
        ...(body === undefined
          ? {}
          : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      }),
    );
  }

  /** The ID of a process that certainly is this studio's, since IDs are given to other programs later. */
  async #findPid(part: Part): Promise<number | null> {
    if (part === "postgres") return this.#findPostgres();
    const launcher = findRunningInstance(path.join(this.dataDir, "studio.lock"));
    if (part === "launcher") return launcher?.pid ?? null;
    const child = launcher?.children?.find(({ name }) => name === part);
    return child && isHolderAlive(child) ? child.pid : null;
  }

  async #findPostgres(): Promise<number | null> {
    const clusterDir = path.join(this.dataDir, "postgres");
    const postmaster = await findPostmaster(clusterDir);
    if (!postmaster) return null;
    try {
      // A server works in its data folder.
      return readlinkSync(`/proc/${postmaster.pid}/cwd`) === clusterDir ? postmaster.pid : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }
}
