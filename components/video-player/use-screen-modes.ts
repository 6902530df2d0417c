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

const noSubscription = () => () => {};

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
    noSubscription,
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
    noSubscription,
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
  const [activityCount, setActivityCount] = useState(0);
  const [idle, setIdle] = useState(false);
  const setIdleNow = useEffectEvent(() => setIdle(true));
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => setIdleNow(), idleAfterMs);
    return () => clearTimeout(timer);
  }, [enabled, activityCount]);
  function onActivity() {
    if (!enabled) return;
    setIdle(false);
    setActivityCount((count) => count + 1);
  }
  return [enabled && idle, onActivity];
}
