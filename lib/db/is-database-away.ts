/**
 * SQLSTATEs of an unavailable server or a lost session, as opposed to a faulty query: 25006 is a primary that has become a
 * standby, 25P03 and 57P05 are sessions that the server has ended, 53100 is a full disk, 53300 too many connections.
 */
const sqlStates = /^(08...|25006|25P03|57P0[1-35]|53[13]00)$/;

const socketErrors = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "ENETRESET"],
  ...["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL"],
]);

/** Not reached, timeouts, a closed connection or transaction, and too many connections. */
const prismaCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);

/** What pg, its pool and PostgreSQL say of a lost connection without a code. */
const unavailableMessage =
  /Connection terminated|Can't reach database server|the database system is (starting|shutting|in recovery|not (yet )?accepting)|Server has closed the connection|terminating connection|timeout exceeded when trying to connect|^timeout expired$|Query read timeout|is not queryable/i;

/** Whether the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error || isRecord(cause); cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    const originalCode = "originalCode" in cause ? String(cause.originalCode) : "";
    if (prismaCodes.has(code) || socketErrors.has(code) || sqlStates.test(code)) return true;
    if (socketErrors.has(originalCode) || sqlStates.test(originalCode)) return true;
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
