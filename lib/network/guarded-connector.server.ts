import { buildConnector, errors } from "undici";
import { isAllowedPrivateHost } from "./private-hosts.server";
import {
  createGuardedLookup,
  isPrivateLiteral,
  RefusedAddressError,
  type ResolveHost,
} from "./public-addresses.server";

/**
 * No connection could be made. The reason isn't kept: whether a name is unknown or has a private address, or whether a
 * port is closed, would describe the inner network.
 */
class UnreachableError extends Error {
  /** As when no route leads to the host. */
  readonly code = "EHOSTUNREACH";

  constructor() {
    super("The address can't be reached");
    this.name = "UnreachableError";
  }
}

interface GuardedConnectorOptions {
  /** Replaced by tests. */
  resolve?: ResolveHost;
  timeoutMs?: number;
}

/**
 * How an undici dispatcher opens connections for requests that a member directs: to public addresses only, checked for
 * each socket after the name was resolved, or to a host and port that the owner allowed. Every fault before the TLS
 * handshake is the same error.
 */
export function createGuardedConnector({
  resolve,
  timeoutMs = 10_000,
}: GuardedConnectorOptions = {}): buildConnector.connector {
  const open = buildConnector({ timeout: timeoutMs });
  const guarded = buildConnector({ timeout: timeoutMs, lookup: createGuardedLookup(resolve) });
  return (target, callback) => {
    if (isAllowedPrivateHost(`${target.protocol}//${target.host}`)) open(target, callback);
    // Sockets don't look up a literal address.
    else if (isPrivateLiteral(target.hostname)) queueMicrotask(() => callback(new UnreachableError(), null));
    else {
      guarded(target, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else callback(isFaultOfConnecting(error) ? new UnreachableError() : error, null);
      });
    }
  };
}

/** Whether no TCP connection was made; other faults are those of the TLS handshake with a public address. */
function isFaultOfConnecting(error: Error): boolean {
  if (error instanceof AggregateError || error instanceof RefusedAddressError) return true;
  if (error instanceof errors.ConnectTimeoutError) return true;
  return "syscall" in error && (error.syscall === "getaddrinfo" || error.syscall === "connect");
}
