import type { ClientConfig } from "pg";

/**
 * Lets either end notice within seconds that the other one is gone without a word, such as a host that lost its power or
 * its link. By default PostgreSQL keeps such a session, with its locks, for two hours.
 */
export const lostLinkOptions = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  // Of the session, on PostgreSQL's machine. Without a meaning for local sockets, which can't be lost.
  options: [
    "-c tcp_keepalives_idle=5",
    "-c tcp_keepalives_interval=5",
    "-c tcp_keepalives_count=2",
    "-c tcp_user_timeout=15000",
  ].join(" "),
} satisfies ClientConfig;
