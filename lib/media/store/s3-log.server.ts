import { getLogger } from "@/lib/errors/logger.server";

interface FailedCommand {
  commandName?: unknown;
  error?: { name?: unknown };
  metadata?: { httpStatusCode?: unknown };
}

/**
 * Where the SDK of the store writes to. It calls every answer but a good one an error, also the one that a thumbnail doesn't
 * exist yet, and passes the whole request. Whoever asked the store reports what fails in the end, so this is for debugging.
 */
export const sdkLogger = {
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: note,
  error: note,
};

function note(content: unknown): void {
  if (typeof content === "string") return getLogger().debug({ content }, "S3");
  const { commandName, error, metadata } = content as FailedCommand;
  getLogger().debug({ command: commandName, error: error?.name, status: metadata?.httpStatusCode }, "S3");
}
