import { setTimeout as delay } from "node:timers/promises";

const intervalMs = 40;
const timeoutMs = 5_000;

/**
 * Resolves when `url` answers 200 or `signal` aborts.
 *
 * @param url the address of a health check
 */
export async function waitForHealth(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await isHealthy(url)) return;
    await delay(intervalMs);
  }
}

/** Without `fetch` and without importing node:http, which both load undici into the launcher for good. */
function isHealthy(url: string): Promise<boolean> {
  const http = process.getBuiltinModule("node:http");
  return new Promise((resolve) => {
    const request = http.get(url, { timeout: timeoutMs, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once("timeout", () => request.destroy());
    // It doesn't listen yet.
    request.once("error", () => resolve(false));
  });
}
