import { getLogger } from "@/lib/errors/logger.server";
import { openWorker } from "./open-worker.server";

/**
 * The worker process. The launcher starts it with an IPC channel, on which it sends `ready` and, while it stops, the number
 * of open requests. SIGTERM, SIGINT or a disconnected launcher stop it gracefully, a second signal at once.
 */
async function main(): Promise<void> {
  const worker = await openWorker();
  let ending = false;

  async function end(): Promise<void> {
    if (ending) {
      worker.abort();
      return;
    }
    ending = true;
    const telling = setInterval(() => tell({ type: "waiting", count: worker.countInFlight() }), 1_000);
    tell({ type: "waiting", count: worker.countInFlight() });
    await worker.stop();
    clearInterval(telling);
    process.exit(0);
  }

  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  process.on("disconnect", () => void end());
  tell({ type: "ready" });
}

function tell(message: { type: "ready" } | { type: "waiting"; count: number }): void {
  if (process.connected) process.send?.(message);
}

main().catch((error: unknown) => {
  getLogger().fatal({ err: error }, "The worker could not start");
  process.exit(1);
});
