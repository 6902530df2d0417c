import { getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { openWorker, type RunningWorker } from "./open-worker.server";
import type * as StatusProgram from "./serve-status.server";

const openPatienceMs = 10_000;

/**
 * The worker process. The launcher starts it with an IPC channel, on which it sends `ready` and, while it stops, the number
 * of open requests. SIGTERM, SIGINT or a disconnected launcher stop it gracefully, a second signal at once.
 */
async function main(): Promise<void> {
  // The launcher was killed before this process could listen.
  if (process.connected === false) process.exit(0);
  const { STUDIO_ROLE: role, HOST: host, PORT: port } = getEnv();
  if (role === "worker") await serveStatus({ host, port });
  const opening = openWorker();
  let opened: RunningWorker | null = null;
  let ending = false;

  async function end(): Promise<void> {
    if (ending) {
      if (!opened) process.exit(0);
      opened.abort();
      return;
    }
    ending = true;
    // Without a database, it may never open.
    const givingUp = setTimeout(() => process.exit(0), openPatienceMs);
    const worker = await opening;
    clearTimeout(givingUp);
    const telling = setInterval(() => tell({ type: "waiting", count: worker.countInFlight() }), 1_000);
    tell({ type: "waiting", count: worker.countInFlight() });
    await worker.stop();
    clearInterval(telling);
    process.exit(0);
  }

  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  process.on("disconnect", () => void end());
  opened = await opening;
  tell({ type: "ready" });
}

/** Loads what answers requests only where there is no web to do it. */
async function serveStatus(address: { host: string; port: number }): Promise<void> {
  const program = (await import(new URL("serve-status.mjs", import.meta.url).href)) as typeof StatusProgram;
  await program.serveStatus(address);
}

function tell(message: { type: "ready" } | { type: "waiting"; count: number }): void {
  if (process.connected) process.send?.(message);
}

main().catch((error: unknown) => {
  getLogger().fatal({ err: error }, "The worker could not start");
  process.exit(1);
});
