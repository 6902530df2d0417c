import { parseArgs } from "node:util";
import { parseSettingsChange } from "./settings.ts";

const USAGE = `node sandbox/main.ts [options]
  --host ADDRESS        address to listen on (127.0.0.1)
  --port N              port of the service (4100; 0 takes a free one)
  --alt-port N          port of the backup address for synchronous speech (4101; 0 takes a free one)
  --data DIR            folder for tasks, files, links and the bill (a temporary one, removed at the end)
  --latency-ms N        fixed time of the work in milliseconds (a plausible random time)
  --rate-limits on|off  limits of the document (on)
  --takes vary|same     what the same request gives again where it names no seed (vary)
`;

/** Runs the sandbox as a program: one JSON line on standard output when ready, everything else on standard error. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "4100" },
      "alt-port": { type: "string", default: "4101" },
      data: { type: "string" },
      "latency-ms": { type: "string" },
      "rate-limits": { type: "string" },
      takes: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const given = { latencyMs: values["latency-ms"], rateLimits: values["rate-limits"], takes: values.takes };
  const settings = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === "latencyMs" ? Number(value) : value] as const);
  const options = {
    host: values.host,
    port: parsePort(values.port),
    altPort: parsePort(values["alt-port"]),
    dataFolder: values.data,
    settings: parseSettingsChange(Object.fromEntries(settings)),
  };
  // Loaded once the options are known to be right: it takes most of the start.
  const { startSandbox } = await import("./server.ts");
  const sandbox = await startSandbox(options);
  const stop = (signal: NodeJS.Signals) => {
    process.stderr.write(`sandbox: ${signal}, closing\n`);
    void sandbox.close();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  const { baseUrl, altBaseUrl } = sandbox;
  process.stdout.write(`${JSON.stringify({ ready: true, baseUrl, altBaseUrl })}\n`);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${text}" is no port`);
  return port;
}

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
