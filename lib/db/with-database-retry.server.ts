import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@/lib/errors/logger.server";

/** SQLSTATE classes and socket errors of an unavailable server, as opposed to a faulty query. */
const unavailable = /^(08|57P0[1-3]|53300)|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT/;

const prismaCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/** Whether the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error || isRecord(cause); cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const originalCode = "originalCode" in cause ? String(cause.originalCode) : "";
    if (prismaCodes.has(code) || unavailable.test(code) || unavailable.test(originalCode)) return true;
    const message = "message" in cause ? String(cause.message) : "";
    if (
      /Connection terminated|Can't reach database server|the database system is (starting|shutting)|Server has closed the connection|terminating connection/i.test(
        message,
      )
    ) {
      return true;
    }
    if ("meta" in cause && isRecord(cause.meta) && isDatabaseAway(cause.meta.driverAdapterError)) return true;
  }
  return false;
}

/**
 * Retries a write of facts that would otherwise be lost (a response of the service, a stored result) while the
 * database is unavailable, for example restarting. Other errors are thrown at once.
 */
export async function withDatabaseRetry<Result>(
  operation: () => Promise<Result>,
  { patienceMs = 120_000 }: { patienceMs?: number } = {},
): Promise<Result> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await operation();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pauseMs > until) throw error;
      getLogger().warn({ err: error }, "The database is unavailable; trying again");
      await sleep(pauseMs);
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> & { cause?: unknown } {
  return typeof value === "object" && value !== null;
}
