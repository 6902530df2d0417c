"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { pressVideoKey } from "./video-keys";
import type { VideoTransport } from "./video-transport";

export interface VideoKeysOptions {
  toggleFullScreen: (() => void) | null;
  /** Also while nothing on the page has focus. */
  everywhere: boolean;
}

/** The keys of a player, while focus is in it. They come before those of the window around it. */
export function useVideoKeys(
  playerRef: RefObject<HTMLElement | null>,
  transport: VideoTransport,
  { toggleFullScreen, everywhere }: VideoKeysOptions,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (pressVideoKey(event, transport, { toggleFullScreen })) event.preventDefault();
  });
  const pressElsewhere = useEffectEvent((event: KeyboardEvent) => {
    if (!everywhere || event.target !== document.body || document.querySelector("dialog:modal")) return;
    press(event);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    playerRef.current?.addEventListener("keydown", (event) => press(event), { signal });
    document.addEventListener("keydown", (event) => pressElsewhere(event), { signal });
    return () => controller.abort();
  }, [playerRef]);
}
