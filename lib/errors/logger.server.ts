import { pino, type Logger } from "pino";
import { getEnv } from "@/lib/env/env.server";

let logger: Logger | undefined;

/** The log of this process: JSON lines on stderr, secrets redacted by name wherever they stand. */
export function getLogger(): Logger {
  logger ??= pino(
    {
      level: getEnv().STUDIO_LOG_LEVEL,
      base: { pid: process.pid },
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
    pino.destination(2),
  );
  return logger;
}
