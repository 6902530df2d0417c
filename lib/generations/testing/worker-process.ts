import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { bundle } from "@/scripts/bundle.mjs";

const mainProgram = "server/worker-main.server.ts";

/** Where `bundleWorker` writes a program. */
export function bundlePathOf(program = mainProgram): string {
  return path.resolve(".cache", `test-${path.basename(program, ".ts")}.mjs`);
}

/** Bundles the worker like `npm start`, so that tests can run it as a process and kill it. */
export async function bundleWorker(program = mainProgram): Promise<void> {
  await bundle(process.cwd(), program, bundlePathOf(program));
}

/** Less compiling and collecting than the defaults, which suit programs that run longer than these. */
const nodeOptions = ["--conditions=react-server", "--liftoff-only", "--min-semi-space-size=16"];

/** What a process loads first whose clock is off. */
const clockOff = "lib/generations/testing/clock-off.preload.mjs";

/**
 * Starts a bundled program with the settings of this process.
 *
 * @param clockOffMs how far its clock is ahead of this machine's
 */
export function forkProgram(file: string, args: string[] = [], clockOffMs = 0): ChildProcess {
  return fork(file, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: clockOffMs === 0 ? nodeOptions : [...nodeOptions, "--import", path.resolve(clockOff)],
    env: {
      ...process.env,
      TEST_CLOCK_OFF_MS: String(clockOffMs),
      NODE_COMPILE_CACHE: path.resolve(".cache/compiled"),
    },
  });
}

export interface WorkerProcess {
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a worker with the settings of this process and resolves when it is ready. */
export async function startWorkerProcess(
  program = mainProgram,
  { clockOffMs = 0 }: { clockOffMs?: number } = {},
): Promise<WorkerProcess> {
  const child = forkProgram(bundlePathOf(program), [], clockOffMs);
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message) => {
      if ((message as { type: string }).type === "ready") resolve();
    });
    child.once("exit", (code) => reject(new Error(`The worker ended with ${code} before it was ready`)));
  });
  return { kill: () => end(child, "SIGKILL").then(() => undefined), stop: () => end(child, "SIGTERM") };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}
