"use client";

import { useEffect } from "react";
import { whenIdle } from "@/components/form/when-idle";

const idleTimeoutMs = 10_000;

/**
 * Brings what is fetched on demand and is wanted offline too: the toasts that say so, and the windows of the shell, which
 * could not open then. Draws nothing.
 */
export function FetchAhead() {
  useEffect(
    () =>
      whenIdle(() => {
        const parts = [
          import("@/components/ui/toast-list"),
          import("./command-palette"),
          import("./shortcut-list"),
          import("@/components/media/lightbox"),
        ];
        // Whoever opens one asks again, and is told of a fault.
        for (const part of parts) part.catch(() => {});
      }, idleTimeoutMs),
    [],
  );
  return null;
}
