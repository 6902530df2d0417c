/** SQLSTATE classes and socket errors of an unavailable server, as opposed to a faulty query. 53100 is a full disk. */
const unavailable =
  /^(08|57P0[1-3]|53[13]00)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/;

const prismaCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

const unavailableMessage =
  /Connection terminated|Can't reach database server|the database system is (starting|shutting|in recovery)|Server has closed the connection|terminating connection|timeout exceeded when trying to connect|is not queryable/i;

/** Whether the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error || isRecord(cause); cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const originalCode = "originalCode" in cause ? String(cause.originalCode) : "";
    if (prismaCodes.has(code) || unavailable.test(code) || unavailable.test(originalCode)) return true;
    // Only the socket of a server can be missing; a missing file is another fault.
    if (code === "ENOENT" && "syscall" in cause && cause.syscall === "connect") return true;
    if ("message" in cause && unavailableMessage.test(String(cause.message))) return true;
    if ("meta" in cause && isRecord(cause.meta) && isDatabaseAway(cause.meta.driverAdapterError)) return true;
  }
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> & { cause?: unknown } {
  return typeof value === "object" && value !== null;
}
