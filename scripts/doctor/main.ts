import path from "node:path";
import { z } from "zod";
import { EnvError, parseEnv, type Env } from "@/lib/env/env.server";
import { findChromium } from "../bootstrap/find-chromium.mjs";
import { findRunningInstance, type LockHolder } from "../bootstrap/instance-lock.mjs";
import { checkDataFolder, checkSecret } from "./check-data-folder";
import { checkDatabase } from "./check-database";
import { type Finding, describeFinding } from "./finding";
import { existsSync, readFileSync } from "node:fs";
import { version } from "@/lib/status/version.server";
import { findDefaultConnection } from "@/lib/connections/get-connection.server";
import { createServiceClient } from "@/lib/service/client.server";

const subject = "service";
const timeoutMs = 15_000;

const remedies: Record<string, string> = {
  "wrong-key": "Check STUDIO_SERVICE_API_KEY and that the key belongs to the region of the address.",
  unreachable: "Check STUDIO_SERVICE_BASE_URL and the network.",
  tls: "Check the address, and this machine's clock and certificates.",
  "not-the-service": "Check STUDIO_SERVICE_BASE_URL: a different program responds there.",
};

/** Checks the connection of the environment with one request that costs nothing. */
async function checkService(env: Env, dataDir: string, isRunning: boolean): Promise<Finding> {
  const configured = env.STUDIO_SERVICE_PROFILE ?? env.STUDIO_SERVICE_BASE_URL;
  if (!configured || configured === "sandbox") {
    if (!isRunning) return { state: "ok", subject, message: "the sandbox, while Reverie is running" };
    const portsFile = path.join(dataDir, "sandbox-ports.json");
    if (!existsSync(portsFile))
      return { state: "note", subject, message: "none; everyone adds their own connection" };
    const { port } = JSON.parse(readFileSync(portsFile, "utf8")) as { port: number };
    process.env.STUDIO_SANDBOX_BASE_URL = `http://127.0.0.1:${port}`;
  }
  const connection = findDefaultConnection();
  if (!connection) {
    return {
      state: "fault",
      subject,
      message: "the default connection is incomplete",
      remedy: "Set STUDIO_SERVICE_API_KEY, and STUDIO_SERVICE_BASE_URL if the profile has no address.",
    };
  }
  const { profile, apiKey, baseUrl, altBaseUrl } = connection;
  const client = createServiceClient({ profile, apiKey, baseUrl, altBaseUrl: altBaseUrl ?? null });
  const { outcome, address, serviceCode } = await client.probeConnection({
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (outcome === "ok") return { state: "ok", subject, message: `${address} accepts the key` };
  if (outcome === "rate-limited") {
    return {
      state: "note",
      subject,
      message: `${address} is reachable; its rate limit is currently exceeded`,
    };
  }
  const code = serviceCode === null ? "" : `, code ${serviceCode}`;
  return {
    state: "fault",
    subject,
    message: `${address}: ${outcome}${code}`,
    remedy: remedies[outcome] ?? "Check the connection settings and try again later.",
  };
}

/** What the health of a studio says; the ones before 0.1.0 have no version. */
const runningSchema = z.object({ version: z.string().default("a version before 0.1.0") });

async function checkInstance(instance: LockHolder | null): Promise<Finding> {
  const subject = "studio";
  if (!instance) return { state: "ok", subject, message: "not running; start it with npm start" };
  const { address, pid } = instance;
  if (!address) return { state: "note", subject, message: `process ${pid} is starting` };
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5_000) });
    if (response.ok) {
      const { version } = runningSchema.parse(await response.json());
      return { state: "ok", subject, message: `${version} is running at ${address} (process ${pid})` };
    }
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    return {
      state: "fault",
      subject,
      message: `process ${pid} is running, but ${address} doesn't respond (${(error as Error).message})`,
      remedy: `See the logs in the data folder. To restart: kill ${pid}, then npm start.`,
    };
  }
}

function checkSettings(): Finding[] {
  try {
    parseEnv(process.env);
    return [{ state: "ok", subject: "settings", message: "valid" }];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems.map(({ name, message }) => ({
      state: "fault" as const,
      subject: "settings",
      message: `${name}: ${message}`,
      remedy: `Correct ${name} in the environment or in .env.`,
    }));
  }
}

function checkBrowser(): Finding {
  const program = findChromium();
  return program
    ? { state: "ok", subject: "browser for tests", message: program }
    : {
        state: "note",
        subject: "browser for tests",
        message: "none; npm test needs Chromium or CHROME_PATH",
      };
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [
    { state: "ok", subject: "version", message: `Reverie ${version}` },
    { state: "ok", subject: "Node.js of the project", message: process.version },
  ];
  const settings = checkSettings();
  findings.push(...settings);
  const dataDir = path.resolve(process.env.STUDIO_DATA_DIR || ".data");
  const secretIsGiven = Boolean(process.env.STUDIO_SECRET);
  findings.push(...(await checkDataFolder(dataDir)), checkSecret(dataDir, secretIsGiven));
  const instance = findRunningInstance(path.join(dataDir, "studio.lock"));
  findings.push(await checkInstance(instance));
  findings.push(...(await checkDatabase(dataDir, process.env.DATABASE_URL || undefined)));
  // Invalid settings leave the connection unknown.
  if (settings.every(({ state }) => state === "ok")) {
    // This check encrypts and decrypts nothing, so any secret will do.
    process.env.STUDIO_SECRET ||= "a secret that seals nothing, for this look only";
    findings.push(await checkService(parseEnv(process.env), dataDir, instance !== null));
  }
  findings.push(checkBrowser());
  return findings;
}

const findings = await examine();
for (const finding of findings) console.log(describeFinding(finding));
const faults = findings.filter(({ state }) => state === "fault").length;
console.log(
  faults === 0 ? "\nNo problems found." : `\n${faults} ${faults === 1 ? "problem" : "problems"} found.`,
);
process.exitCode = faults === 0 ? 0 : 1;
