import type { Socket } from "node:net";
import type { FaultDesk } from "./faults.ts";
import type { TaskDesk } from "./media/task-desk.ts";
import type { Workshop } from "./media/workshop.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SandboxClock, Settings } from "./settings.ts";
import type { CallbackPusher } from "./state/callback-pusher.ts";
import type { CoverFeatureStore } from "./state/cover-feature-store.ts";
import type { FileStore } from "./state/file-store.ts";
import type { Ledger } from "./state/ledger.ts";
import type { LinkStore } from "./state/link-store.ts";
import type { TaskStore } from "./state/task-store.ts";

/** Everything the endpoints share. */
export interface SandboxContext {
  settings: Settings;
  clock: SandboxClock;
  ledger: Ledger;
  links: LinkStore;
  files: FileStore;
  tasks: TaskStore;
  coverFeatures: CoverFeatureStore;
  faults: FaultDesk;
  rateLimiter: RateLimiter;
  callbacks: CallbackPusher;
  workshop: Workshop;
  desk: TaskDesk;
  /** Settings the sandbox was started with; a reset goes back to them. */
  startSettings: Partial<Settings>;
  /** Takes the main address down or puts it up, as the settings say. The connection of the asker outlives it. */
  applyMainAddress(asker: Socket | null): Promise<void>;
  /** Aborted when the sandbox closes: ends every wait. */
  closing: AbortSignal;
}
