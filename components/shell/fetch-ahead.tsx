"use client";

import { useEffect, useEffectEvent } from "react";
import { loadToastList } from "@/components/ui/load-toast-list";
import { whenIdle } from "@/components/ui/when-idle";

const idleTimeoutMs = 5_000;
const signsOfUse = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Fetches code that loads on demand and must also work offline, once the person uses the page and the browser is idle.
 *
 * @param load starts the dynamic imports
 */
export function useFetchAhead(load: () => readonly Promise<unknown>[]): void {
  const start = useEffectEvent(load);
  useEffect(() => {
    const controller = new AbortController();
    let cancelIdle: (() => void) | undefined;
    function onUse() {
      // Browsers cache a failed import, so none is tried offline.
      if (!navigator.onLine) return;
      controller.abort();
      cancelIdle = whenIdle(() => {
        // Opening the part imports it again and reports a failure.
        for (const part of start()) part.catch(() => {});
      }, idleTimeoutMs);
    }
    for (const sign of signsOfUse) addEventListener(sign, onUse, { signal: controller.signal });
    return () => {
      controller.abort();
      cancelIdle?.();
    };
  }, []);
}

/**
 * Fetches the shell's menu and dialogs ahead, and the toasts that explain why nothing else opens offline. Renders nothing.
 */
export function FetchAhead() {
  useFetchAhead(() => [
    loadToastList(),
    import("./account-menu-content"),
    import("./command-palette"),
    import("./shortcut-list"),
  ]);
  return null;
}
