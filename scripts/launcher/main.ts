import path from "node:path";
import "./collect-start-garbage.mjs";
import { continueInstanceLock } from "../bootstrap/instance-lock.mjs";
import { LaunchError, say, warn } from "./console";
import { readSettings } from "./settings";
import { Studio } from "./studio";

/** Signals this close together come from one key press, by the terminal and by npm. */
const samePressMs = 500;

/** Runs the studio until a signal ends it. Sets the exit code. */
export async function runLauncher(options: { root: string; development: boolean }): Promise<void> {
  const lockId = process.env.REVERIE_LOCK_ID;
  delete process.env.REVERIE_LOCK_ID;
  if (!lockId) throw new Error("The launcher is started by scripts/start.mjs.");
  const dataDir = path.resolve(options.root, process.env.STUDIO_DATA_DIR || ".data");
  const lock = continueInstanceLock(path.join(dataDir, "studio.lock"), lockId);

  let studio: Studio | undefined;
  let firstSignalAt = 0;
  let stopWithinMs: number | undefined;
  const stop = (signal?: NodeJS.Signals) => {
    const now = Date.now();
    if (firstSignalAt === 0) {
      firstSignalAt = now;
      say("Stopping ...");
      // Before the settings are read, nothing runs.
      if (!studio) process.exit(0);
      // A supervisor kills what does not end in time. At a terminal, the person decides how long to wait.
      void studio.stop(signal === "SIGINT" ? undefined : stopWithinMs);
    } else if (now - firstSignalAt > samePressMs) {
      studio?.stopNow();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The process that npm started was killed.
  process.once("disconnect", () => stop());
  process.channel?.unref();

  try {
    const settings = readSettings(options.root, options.development);
    stopWithinMs = settings.env.STUDIO_STOP_SECONDS * 1_000;
    studio = new Studio(settings, lock);
    studio.assertComplete();
    await studio.start();
  } catch (error) {
    if (!studio?.isStopping) {
      if (error instanceof LaunchError) warn(error.message);
      else
        warn(
          `Reverie failed to start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      process.exitCode = 1;
    }
    if (studio) await studio.stop();
    else lock.release();
  }
  // The children keep this process alive until they have ended.
}
