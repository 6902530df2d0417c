"use client";

import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { findFilmKey, needsKey, repeatingKeys, type FilmKey } from "./film-keys";

/**
 * Calls back for the timeline's keys wherever the focus is on the desk, unless it needs them itself. Before other listeners: the
 * studio's player moves by some of them, too.
 */
export function useFilmKeys(onKey: (key: FilmKey) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = findFilmKey(event);
    if (!key || needsKey(event.target, key) || isDialogOpen()) return;
    event.preventDefault();
    if (!event.repeat || repeatingKeys.has(key)) onKey(key);
  });
  useEffect(() => {
    const controller = new AbortController();
    addEventListener("keydown", (event) => press(event), { capture: true, signal: controller.signal });
    return () => controller.abort();
  }, []);
}
