import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { warn } from "./console";
import { preload } from "./node-options";
import { reportImportantLines, rotateLog } from "./log-file";

export type ProcessDescription = {
  /** For log files and messages: "web", "worker", "sandbox". */
  name: string;
  root: string;
  /** Options of Node itself, the program, and its arguments. */
  nodeArguments: string[];
  env?: Record<string, string>;
  /** null logs to the console. */
  logFile: string | null;
  /** Receives standard output instead of the log. */
  onOutput?: (output: Readable) => void;
  /** Receives messages of the IPC channel. */
  onMessage?: (message: unknown) => void;
  onStarted?: (pid: number) => void;
  /** Called when it has ended unexpectedly; it is then started again. */
  onFailed?: () => void;
  /** True for a program that itself ends in order when the launcher is gone. */
  watchesLauncher?: boolean;
};

/** How long to wait for the end of a process; for ever without it. */
type StopPatience = { hurryAfterMs?: number; killAfterMs?: number };

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** After running this long, a process restarts with the first pause again. */
const healthyAfterMs = 60_000;

/** A child process that is restarted when it ends unexpectedly, after growing pauses. */
export class SupervisedProcess {
  /** How often it ended unexpectedly. */
  failures = 0;
  readonly #description: ProcessDescription;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #stopping = false;
  #pauseMs = firstPauseMs;
  #restart: NodeJS.Timeout | undefined;
  #stopReporting: (() => void) | undefined;

  constructor(description: ProcessDescription) {
    this.#description = description;
    if (description.logFile) rotateLog(description.logFile);
  }

  get name(): string {
    return this.#description.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const { root, nodeArguments, env, logFile, onOutput, onMessage, onStarted } = this.#description;
    const log = logFile ? openLog(logFile) : "inherit";
    if (logFile) this.#stopReporting ??= reportImportantLines(this.name, logFile);
    const preloaded = preload(
      root,
      "collect-start-garbage.mjs",
      ...(this.#description.watchesLauncher ? [] : ["end-with-launcher.mjs"]),
    );
    const child = spawn(process.execPath, [...preloaded, ...nodeArguments], {
      cwd: root,
      env: {
        ...process.env,
        // Next's bundler starts "node" with these preloads, which an older Node of the system can't load.
        PATH: [path.dirname(process.execPath), process.env.PATH].filter(Boolean).join(path.delimiter),
        REVERIE_LAUNCHER_PID: String(process.pid),
        REVERIE_PROCESS: this.name,
        ...env,
      },
      stdio: ["ignore", onOutput ? "pipe" : log, log, "ipc"],
      // In a separate process group, so that Ctrl-C reaches only the launcher, which stops all in order.
      detached: true,
    });
    if (typeof log === "number") closeSync(log);
    if (onMessage) child.on("message", onMessage);
    if (onOutput && child.stdout) onOutput(child.stdout);
    const startedAt = Date.now();
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => {
        warn(`The ${this.name} process failed to start: ${error.message}`);
        resolve();
      });
      child.once("exit", (code, signal) => {
        this.#child = undefined;
        resolve();
        if (!this.#stopping) this.#startAgain(code ?? signal, Date.now() - startedAt);
      });
    });
    if (child.pid) onStarted?.(child.pid);
  }

  #startAgain(reason: number | string | null, ranMs: number): void {
    this.failures += 1;
    this.#description.onFailed?.();
    if (ranMs > healthyAfterMs) this.#pauseMs = firstPauseMs;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    const log = this.#description.logFile ? ` Its log: ${this.#description.logFile}` : "";
    warn(`The ${this.name} process exited (${reason}). Restarting in ${pauseMs / 1000} s.${log}`);
    this.#restart = setTimeout(() => this.start(), pauseMs);
  }

  /** Sends a message to the running process, if there is one. */
  send(message: string | object): void {
    // One that ends meanwhile gets it again when it is restarted, from `onStarted`.
    this.#child?.send(message, () => {});
  }

  /** Restarts it with a new program or new settings. */
  async replace(env?: Record<string, string>): Promise<void> {
    if (env) this.#description.env = { ...this.#description.env, ...env };
    await this.stop();
    this.#stopping = false;
    this.start();
  }

  /**
   * Ends it with SIGTERM, and waits for its end. Sends a second SIGTERM after `hurryAfterMs`, with which the worker gives
   * up its open requests, and kills it and its children after `killAfterMs`.
   */
  async stop({ hurryAfterMs, killAfterMs }: StopPatience = {}): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    child?.kill("SIGTERM");
    const timers = [
      hurryAfterMs === undefined ? undefined : setTimeout(() => child?.kill("SIGTERM"), hurryAfterMs),
      killAfterMs === undefined ? undefined : setTimeout(() => this.kill(), killAfterMs),
    ];
    await this.#ended;
    for (const timer of timers) clearTimeout(timer);
    this.#stopReporting?.();
    this.#stopReporting = undefined;
  }

  kill(): void {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const pid = this.#child?.pid;
    if (pid) killGroup(pid);
  }
}

/** A log that can't be opened, for example on a full disk, must not keep the process from running. */
function openLog(file: string): number | "ignore" {
  try {
    return openSync(file, "a", 0o600);
  } catch (error) {
    warn(`The log ${file} can't be written: ${(error as Error).message}`);
    return "ignore";
  }
}

/** Kills a process and its children. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
