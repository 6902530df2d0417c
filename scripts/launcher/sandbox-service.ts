import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { LaunchError } from "./console";
import { preferPort } from "./ports";
import type { LauncherSettings } from "./settings";
import { SupervisedProcess } from "./supervised-process";

const host = "127.0.0.1";
const portsSchema = z.object({ port: z.number().int(), altPort: z.number().int() });
const readySchema = z.object({ ready: z.literal(true), baseUrl: z.url(), altBaseUrl: z.url() });

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
  const ports = { port: await preferPort(host, last.port), altPort: await preferPort(host, last.altPort) };
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

/** Starts the sandbox and resolves when it accepts requests. */
export async function startSandbox(
  settings: LauncherSettings,
  onStarted: (pid: number) => void,
): Promise<{ process: SupervisedProcess; addresses: SandboxAddresses }> {
  const { port, altPort } = await choosePorts(path.join(settings.dataDir, "sandbox-ports.json"));
  const logFile = path.join(settings.logsDir, "sandbox.log");
  let announceReady: (addresses: SandboxAddresses) => void;
  const ready = new Promise<SandboxAddresses>((resolve) => (announceReady = resolve));
  const sandbox: SupervisedProcess = new SupervisedProcess({
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
      createInterface({ input: output }).once("line", (line) =>
        announceReady(readySchema.parse(JSON.parse(line))),
      );
    },
    onStarted,
  });
  sandbox.start();
  return { process: sandbox, addresses: await orFail(ready, sandbox, logFile) };
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
  });
  try {
    return await Promise.race([ready, gaveUp]);
  } finally {
    clearInterval(timer);
  }
}
