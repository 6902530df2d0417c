import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** One entry of the sandbox's bill. */
export interface BillEntry {
  id: string;
  billed: boolean;
  endpoint: string;
  [fact: string]: unknown;
}

/** One request that reached the sandbox; sandbox/README.md "Control endpoints". */
export interface RequestEntry {
  requestId: string | null;
  path: string;
  model: string | null;
  /** SHA-256 of the complete body. From then on the request is processed even if the client disconnects. */
  bodyHash?: string | null;
  /** `delivered`, `refused:1002` and the like. */
  outcome?: string;
  /** Fields of the request that the service does not know. */
  unknownFields?: string[];
}

/** The addresses of a sandbox. */
export interface SandboxAddresses {
  baseUrl: string;
  altBaseUrl: string;
}

export interface RunningSandbox extends SandboxAddresses {
  /** Every processed request to a billable endpoint, billed or not. */
  readBill(): Promise<BillEntry[]>;
  /** Every request in order of arrival, including rejected ones. */
  readRequests(): Promise<RequestEntry[]>;
  /** Lets billable calls wait at the sandbox while the test works, and answers them then. */
  whileHeld<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Changes latency, rate limits and the like; see sandbox/README.md. */
  change(settings: Record<string, unknown>): Promise<void>;
  /** Arms faults for the next matching requests; see sandbox/README.md. */
  arm(faults: { faults: string[]; endpoint?: string; key?: string; times?: number }): Promise<void>;
  /** Forgets tasks, files, faults and the bill, and restores the settings of its start. */
  reset(): Promise<void>;
}

export interface SandboxProcess extends RunningSandbox {
  stop(): Promise<void>;
}

/** Starts the sandbox as a separate process on free ports. */
export async function startSandboxProcess(args: string[] = []): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    ["sandbox/main.ts", "--port", "0", "--alt-port", "0", "--host", "127.0.0.1", ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: child.stdout });
  const ready = await new Promise<SandboxAddresses>((resolve, reject) => {
    lines.once("line", (line) => resolve(JSON.parse(line) as SandboxAddresses));
    child.once("exit", (code) => reject(new Error(`The sandbox ended with ${code}`)));
  });
  return {
    ...connectSandbox(ready),
    async stop() {
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/** The controls of a sandbox that runs. */
export function connectSandbox({ baseUrl, altBaseUrl }: SandboxAddresses): RunningSandbox {
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...(body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`The sandbox answered ${response.status} at ${path}: ${await response.text()}`);
    return response.json();
  };
  const change = async (settings: Record<string, unknown>) =>
    void (await call("/__sandbox/settings", settings));
  return {
    baseUrl,
    altBaseUrl,
    async whileHeld(work) {
      await change({ calls: "held" });
      return work().finally(() => change({ calls: "answered" }));
    },
    change,
    readBill: async () => ((await call("/__sandbox/bill")) as { entries: BillEntry[] }).entries,
    readRequests: async () => ((await call("/__sandbox/requests")) as { requests: RequestEntry[] }).requests,
    arm: async (faults) => void (await call("/__sandbox/faults", faults)),
    reset: async () => void (await call("/__sandbox/reset", {})),
  };
}
