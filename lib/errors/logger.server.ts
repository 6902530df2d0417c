import { hostname } from "node:os";
import { pino, type Logger } from "pino";
import { getEnv } from "@/lib/env/env.server";

let logger: Logger | undefined;

/** Entries that wait for space, in bytes; further ones are dropped. */
const maxPendingBytes = 1_000_000;

function openDestination() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: maxPendingBytes });
  // Without a listener, a full disk under the log would end the process.
  destination.on("error", () => {});
  return destination;
}

/** This process's log: JSON lines on stderr, with secrets redacted by field name. */
export function getLogger(): Logger {
  logger ??= pino(
    {
      level: getEnv().STUDIO_LOG_LEVEL,
      // Logs of several machines may be read in one place.
      base: { pid: process.pid, host: hostname(), role: getEnv().REVERIE_PROCESS },
      redact: {
        paths: [
          "apiKey",
          "*.apiKey",
          "password",
          "*.password",
          "authorization",
          "*.authorization",
          "headers.authorization",
          "*.headers.authorization",
          "cookie",
          "*.cookie",
          "*.headers.cookie",
          "token",
          "*.token",
        ],
        censor: "[redacted]",
      },
    },
    openDestination(),
  );
  return logger;
}
