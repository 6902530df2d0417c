"use client";

import { useSyncExternalStore } from "react";

/** Below `md` of the style sheet. */
const query = "(width < 48rem)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/**
 * Whether the window is as narrow as a phone. False on the server: only for content rendered on demand, such as menu
 * items. Use CSS for everything else.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
