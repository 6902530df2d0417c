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

/** Full screen with the player's own controls; where a browser has it for videos alone, with those of the browser. */
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

/** A small window of the system that stays above all others; null where the browser has none. */
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

/** As long as one rests before the controls go out of the way. */
const idleAfterMs = 2_500;

/** Whether nobody has stirred for a moment, and what to call when somebody does. Never idle while it is off. */
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
