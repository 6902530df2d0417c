import { pino, type Logger } from "pino";
import { getEnv } from "@/lib/env/env.server";

let logger: Logger | undefined;

/** This process's log: JSON lines on stderr, with secrets redacted by field name. */
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
