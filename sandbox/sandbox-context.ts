import type { Socket } from "node:net";
import { FaultDesk } from "./faults.ts";
import { createTaskDesk } from "./media/task-desk.ts";
import { createWorkshop } from "./media/workshop.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { DEFAULT_SETTINGS, createClock, type Settings } from "./settings.ts";
import { createCallbackPusher } from "./state/callback-pusher.ts";
import { createCoverFeatureStore } from "./state/cover-feature-store.ts";
import { createFileStore } from "./state/file-store.ts";
import type { Journal } from "./state/journal.ts";
import { createLedger } from "./state/ledger.ts";
import { createLinkStore } from "./state/link-store.ts";
import { createTaskStore } from "./state/task-store.ts";

/** Everything the endpoints share. */
export type SandboxContext = ReturnType<typeof createContext>;

/** `readTime` replaces the system clock; `closing` is aborted when the sandbox closes, and ends every wait. */
export function createContext(
  journal: Journal,
  dataFolder: string,
  startSettings: Partial<Settings>,
  readTime: (() => number) | undefined,
  closing: AbortSignal,
) {
  const settings: Settings = { ...DEFAULT_SETTINGS, ...startSettings };
  const clock = createClock(settings, readTime);
  const tasks = createTaskStore(journal, clock);
  const files = createFileStore(journal, dataFolder, clock);
  const workshop = createWorkshop(dataFolder, closing, () => settings.beeps === "on");
  const desk = createTaskDesk(files, workshop, closing);
  return {
    settings,
    /** Settings the sandbox was started with; a reset goes back to them. */
    startSettings,
    clock,
    ledger: createLedger(journal),
    links: createLinkStore(journal, dataFolder, clock, settings),
    files,
    tasks,
    coverFeatures: createCoverFeatureStore(journal, clock),
    faults: new FaultDesk(),
    rateLimiter: createRateLimiter(clock, settings),
    callbacks: createCallbackPusher(tasks, desk, clock, settings, closing),
    workshop,
    desk,
    closing,
    /** Takes the main address down or puts it up, as the settings say; the server replaces it. */
    applyMainAddress: (_asker: Socket | null): Promise<void> => Promise.resolve(),
  };
}
