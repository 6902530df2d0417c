import type { Socket } from "node:net";
import { FaultDesk } from "./faults.ts";
import { filmTask } from "./media/film-task.ts";
import { narrateTask } from "./media/make-narration.ts";
import { TaskDesk } from "./media/task-desk.ts";
import { Workshop } from "./media/workshop.ts";
import { RateLimiter } from "./rate-limit.ts";
import { DEFAULT_SETTINGS, SandboxClock, type Settings } from "./settings.ts";
import { CallbackPusher } from "./state/callback-pusher.ts";
import { CoverFeatureStore } from "./state/cover-feature-store.ts";
import { FileStore } from "./state/file-store.ts";
import type { Journal } from "./state/journal.ts";
import { Ledger } from "./state/ledger.ts";
import { LinkStore } from "./state/link-store.ts";
import { TaskStore } from "./state/task-store.ts";

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
  const clock = new SandboxClock(settings, readTime);
  const tasks = new TaskStore(journal, clock);
  const files = new FileStore(journal, dataFolder, clock);
  const workshop = new Workshop(dataFolder);
  const desk = new TaskDesk(
    files,
    {
      video: (task, path) => filmTask(workshop, task, path),
      narration: (task, path) => narrateTask(workshop, task, path, closing),
    },
    closing,
  );
  return {
    settings,
    /** Settings the sandbox was started with; a reset goes back to them. */
    startSettings,
    clock,
    ledger: new Ledger(journal),
    links: new LinkStore(journal, dataFolder, clock, settings),
    files,
    tasks,
    coverFeatures: new CoverFeatureStore(journal, clock),
    faults: new FaultDesk(),
    rateLimiter: new RateLimiter(clock, settings),
    callbacks: new CallbackPusher(tasks, desk, clock, closing),
    workshop,
    desk,
    closing,
    /** Takes the main address down or puts it up, as the settings say; the server replaces it. */
    applyMainAddress: (_asker: Socket | null): Promise<void> => Promise.resolve(),
  };
}
