/** What the launcher says of this machine (scripts/launcher/hear-launcher.mjs). */
export interface MachineState {
  /** `failing`: it ends again and again. Null without a worker, and without a launcher. */
  worker: "starting" | "ready" | "failing" | null;
  /** It stops soon, so requests had better go to another machine. */
  isDraining: boolean;
}

// Next bundles routes separately.
const globalForMachine = globalThis as { reverieMachine?: MachineState; reverieEnding?: AbortSignal };

export function readMachineState(): MachineState {
  return globalForMachine.reverieMachine ?? { worker: null, isDraining: false };
}

/**
 * Aborts when this process is told to end. Next then waits for open responses, which for event streams and waiting requests
 * would be for ever; their clients come back, and reach another machine if there is one.
 */
export function getEndingSignal(): AbortSignal {
  if (!globalForMachine.reverieEnding) {
    const ending = new AbortController();
    process.once("SIGTERM", () => ending.abort());
    globalForMachine.reverieEnding = ending.signal;
  }
  return globalForMachine.reverieEnding;
}
