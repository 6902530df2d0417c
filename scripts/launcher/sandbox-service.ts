import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { findFreePort } from "@/lib/network/free-port.server";
import { LaunchError } from "./console";
import type { LauncherSettings } from "./settings";
import { SupervisedProcess } from "./supervised-process";

const host = "127.0.0.1";
const portsSchema = z.object({ port: z.number().int(), altPort: z.number().int() });
const readySchema = z.object({ ready: z.literal(true) });

type SandboxAddresses = { baseUrl: string; altBaseUrl: string };

/** Keeps the ports over restarts if they are free, since links of the sandbox contain them. */
async function choosePorts(file: string): Promise<z.infer<typeof portsSchema>> {
  let last = { port: 0, altPort: 0 };
  try {
    last = portsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const damaged = error instanceof SyntaxError || error instanceof z.ZodError;
    if (!damaged && (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const port = await findFreePort(last.port, host);
  const ports = { port, altPort: await findFreePort(last.altPort || port + 1, host) };
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

interface StartedSandbox {
  process: SupervisedProcess;
  addresses: SandboxAddresses;
  /** Resolves when it accepts requests or `signal` aborts. */
  ready: Promise<void>;
}

/** Starts the sandbox. */
export async function startSandbox(
  settings: LauncherSettings,
  { onStarted, signal }: { onStarted: (pid: number) => void; signal: AbortSignal },
): Promise<StartedSandbox> {
  const { port, altPort } = await choosePorts(path.join(settings.dataDir, "sandbox-ports.json"));
  const logFile = path.join(settings.logsDir, "sandbox.log");
  const accepting = Promise.withResolvers<void>();
  const sandbox = new SupervisedProcess({
    name: "sandbox",
    root: settings.root,
    nodeArguments: [
      path.join(settings.root, "sandbox/main.ts"),
      ...["--host", host, "--port", String(port), "--alt-port", String(altPort)],
      ...["--data", path.join(settings.dataDir, "sandbox")],
    ],
    logFile,
    onOutput: (output) => {
      // Standard output has this one line; the log goes to standard error.
      createInterface({ input: output }).once("line", (line) => {
        readySchema.parse(JSON.parse(line));
        accepting.resolve();
      });
    },
    onStarted,
  });
  signal.addEventListener("abort", () => accepting.resolve());
  sandbox.start();
  const ready = orFail(accepting.promise, sandbox, logFile);
  // Whoever awaits it gets the fault.
  ready.catch(() => {});
  const addresses = { baseUrl: `http://${host}:${port}`, altBaseUrl: `http://${host}:${altPort}` };
  return { process: sandbox, addresses, ready };
}

const lookIntervalMs = 100;
const failuresToGiveUp = 3;

/** Waits for `ready`, and gives up when the process keeps ending. */
export async function orFail<Value>(
  ready: Promise<Value>,
  supervised: SupervisedProcess,
  logFile: string | null,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const gaveUp = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (supervised.failures < failuresToGiveUp) return;
      supervised.kill();
      const log = logFile ? ` What it said: ${logFile}` : "";
      reject(new LaunchError(`The ${supervised.name} process failed to start.${log}`));
    }, lookIntervalMs);
    // Must not hold up the end of a launcher that is stopped meanwhile.
    timer.unref();
  });
  try {
    return await Promise.race([ready, gaveUp]);
  } finally {
    clearInterval(timer);
  }
}
