import type { ServiceErrorCode } from "../errors/catalogue.ts";

const NAME_NOT_FOUND = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
const UNREACHABLE = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);
const CONNECT_TIMEOUT = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const HUNG_UP = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Which catalogue code a failed connection has, of which it is known that not one byte of the request left.
 * On https, whatever is no fault of name, route or port is one of the TLS handshake (Node has some thirty codes for it).
 */
export function codeOfFailedConnection(error: unknown, protocol: string): ServiceErrorCode {
  const codes = errorCodes(error);
  if (codes.some((code) => NAME_NOT_FOUND.has(code))) return "network.name-not-found";
  if (codes.includes("ECONNREFUSED")) return "network.refused";
  if (codes.some((code) => UNREACHABLE.has(code))) return "network.unreachable";
  if (codes.some((code) => CONNECT_TIMEOUT.has(code))) return "network.connect-timeout";
  if (protocol === "https:") return "network.tls";
  return codes.some((code) => HUNG_UP.has(code)) ? "network.refused" : "network.unreachable";
}

/** The system's and library's codes in an error, its causes, and what an AggregateError gathers. */
export function errorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap(errorCodes) : [];
  return [...own, ...gathered, ...errorCodes(error.cause)];
}
