"use client";

import { useSyncExternalStore } from "react";

/** From this width on, the desk has its timeline; below, its storyboard. The same as `lg` in the styles. */
const wide = "(width >= 64rem)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Whether the window is wide enough for the whole desk; true on the server, whose styles hide what doesn't fit. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => true,
  );
