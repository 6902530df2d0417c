"use client";

import { useSyncExternalStore } from "react";

/** Below `md`, as the style sheet has it. */
const query = "(width < 48rem)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/**
 * Whether the window is as narrow as a phone's. False on the server: only for what is not drawn before somebody asks for
 * it, such as the lines of a menu. All else is a matter of style.
 */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
