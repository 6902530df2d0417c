import { useSyncExternalStore } from "react";

let isOther = false;
let isAsking = false;
const listeners = new Set<() => void>();

/** Records that the studio has another build than the one of this page, which may lack what this page asks for. */
export function markOtherBuild(): void {
  isOther = true;
  for (const listener of listeners) listener();
}

/** Compares the build that responded with that of this page, which the root layout tells. */
export function hearBuild(build: string | undefined): void {
  if (build !== undefined && build !== document.documentElement.dataset.build) markOtherBuild();
}

/** Asks after something failed that another build would explain. Without a response, nothing is known. */
export async function askForBuild(): Promise<void> {
  if (isOther || isAsking) return;
  isAsking = true;
  try {
    const response = await fetch("/api/health/live", { cache: "no-store" });
    hearBuild(((await response.json()) as { build?: string }).build);
  } catch {
    // The studio is away, or a proxy responded: what failed says so itself.
  } finally {
    isAsking = false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the studio has another build than the one of this page. */
export function useOtherBuild(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOther,
    () => false,
  );
}
