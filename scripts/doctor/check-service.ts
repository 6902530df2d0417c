import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findDefaultConnection } from "@/lib/connections/get-connection.server";
import type { Env } from "@/lib/env/env.server";
import { createServiceClient } from "@/lib/service/client.server";
import type { Finding } from "./finding";

const subject = "service";
const timeoutMs = 15_000;

const remedies: Record<string, string> = {
  "wrong-key": "Check STUDIO_SERVICE_API_KEY and that the key belongs to the region of the address.",
  unreachable: "Check STUDIO_SERVICE_BASE_URL and the network.",
  tls: "Check the address, and this machine's clock and certificates.",
  "not-the-service": "Check STUDIO_SERVICE_BASE_URL: a different program responds there.",
};

/** Checks the connection of the environment with one request that costs nothing. */
export async function checkService(env: Env, dataDir: string, isRunning: boolean): Promise<Finding> {
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
