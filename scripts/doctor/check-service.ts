import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findDefaultConnection } from "@/lib/connections/get-connection.server";
import type { Env } from "@/lib/env/env.server";
import { createServiceClient } from "@/lib/service/client.server";
import type { Finding } from "./finding";

const subject = "service";
const timeoutMs = 15_000;

const remedies: Record<string, string> = {
  "wrong-key": "Check STUDIO_SERVICE_API_KEY, and that the key belongs to the region of the address.",
  unreachable: "Check STUDIO_SERVICE_BASE_URL and the network.",
  tls: "Check the address, the clock of this machine and its certificates.",
  "not-the-service": "Check STUDIO_SERVICE_BASE_URL: something else answers there.",
};

/** Whether the connection of the environment works; asks one question that costs nothing. */
export async function checkService(env: Env, dataDir: string, isRunning: boolean): Promise<Finding> {
  const configured = env.STUDIO_SERVICE_PROFILE ?? env.STUDIO_SERVICE_BASE_URL;
  if (!configured || configured === "sandbox") {
    if (!isRunning) return { state: "ok", subject, message: "the sandbox, when Reverie runs" };
    const portsFile = path.join(dataDir, "sandbox-ports.json");
    if (!existsSync(portsFile))
      return { state: "note", subject, message: "none; people bring their own connection" };
    const { port } = JSON.parse(readFileSync(portsFile, "utf8")) as { port: number };
    process.env.STUDIO_SANDBOX_BASE_URL = `http://127.0.0.1:${port}`;
  }
  const connection = findDefaultConnection();
  if (!connection) {
    return {
      state: "fault",
      subject,
      message: "the connection of the environment is not complete",
      remedy: "Set STUDIO_SERVICE_API_KEY, and STUDIO_SERVICE_BASE_URL where the profile has no address.",
    };
  }
  const { profile, apiKey, baseUrl, altBaseUrl } = connection;
  const client = createServiceClient({ profile, apiKey, baseUrl, altBaseUrl: altBaseUrl ?? null });
  const { outcome, address, serviceCode } = await client.probeConnection({
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (outcome === "ok") return { state: "ok", subject, message: `${address} answers and knows the key` };
  if (outcome === "rate-limited") {
    return {
      state: "note",
      subject,
      message: `${address} is reachable and its rate limit is used up for now`,
    };
  }
  const code = serviceCode === null ? "" : `, code ${serviceCode}`;
  return {
    state: "fault",
    subject,
    message: `${address}: ${outcome}${code}`,
    remedy: remedies[outcome] ?? "Look at the settings of the connection, and try again later.",
  };
}
