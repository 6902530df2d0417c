import { useSyncExternalStore } from "react";

/** How often something told of another build. */
let told = 0;
let asking: Promise<boolean> | undefined;
/** The studio doesn't respond. */
const timeoutMs = 5_000;
const listeners = new Set<() => void>();

/** Records that the studio has another build than the one of this page, which may lack what this page asks for. */
export function markOtherBuild(): void {
  told += 1;
  for (const listener of listeners) listener();
}

/** Compares the build that responded with that of this page, which the root layout tells. */
export function hearBuild(build: string | undefined): void {
  if (told === 0 && build !== undefined && build !== document.documentElement.dataset.build) markOtherBuild();
}

/** Asks after something failed that another build would explain. @returns whether it does; false without a response */
export function askForBuild(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined));
  return asking;
}

async function ask(): Promise<boolean> {
  if (told === 0) {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch("/api/health/live", { cache: "no-store", signal });
      hearBuild(((await response.json()) as { build?: string }).build);
    } catch {
      // The studio is away, or a proxy responded: what failed says so itself.
    }
  }
  return told > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often something told of another build than the one of this page: once when it is found, and by each action that it lacks. */
export function useOtherBuild(): number {
  return useSyncExternalStore(
    subscribe,
    () => told,
    () => 0,
  );
}
