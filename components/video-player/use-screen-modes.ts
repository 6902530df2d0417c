"use client";

import {
  useCallback,
  useSyncExternalStore,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from "react";

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

const never = () => () => {};

function subscribeFullScreen(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** Full screen with the player's own controls; on phones that support it only for videos, with the browser's. */
export function useFullScreen(
  playerRef: RefObject<HTMLElement | null>,
  findVideo: () => HTMLVideoElement | null,
): { isFull: boolean; toggle: (() => void) | null } {
  const isFull = useSyncExternalStore(
    subscribeFullScreen,
    () => document.fullscreenElement !== null && document.fullscreenElement === playerRef.current,
    () => false,
  );
  const offered = useSyncExternalStore(
    never,
    () => document.fullscreenEnabled || "webkitEnterFullscreen" in HTMLVideoElement.prototype,
    () => true,
  );
  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) void playerRef.current?.requestFullscreen();
    else (findVideo() as PhoneVideo | null)?.webkitEnterFullscreen?.();
  }, [playerRef, findVideo]);
  return { isFull, toggle: offered ? toggle : null };
}

/** Toggles picture in picture; null in browsers without it. */
export function usePictureInPicture(findVideo: () => HTMLVideoElement | null): (() => void) | null {
  const offered = useSyncExternalStore(
    never,
    () => document.pictureInPictureEnabled === true,
    () => false,
  );
  const toggle = useCallback(() => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else void findVideo()?.requestPictureInPicture();
  }, [findVideo]);
  return offered ? toggle : null;
}

/** How long the pointer rests before the controls are hidden. */
const idleAfterMs = 2_500;

/** Whether the pointer is idle, and a callback for activity. Never idle while disabled. */
export function useIdlePointer(enabled: boolean): readonly [boolean, () => void] {
  const [stirred, setStirred] = useState(0);
  const [idle, setIdle] = useState(false);
  const rest = useEffectEvent(() => setIdle(true));
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => rest(), idleAfterMs);
    return () => clearTimeout(timer);
  }, [enabled, stirred]);
  function stir() {
    if (!enabled) return;
    setIdle(false);
    setStirred((count) => count + 1);
  }
  return [enabled && idle, stir];
}
