"use client";

import { useCallback, useState, useSyncExternalStore } from "react";
import {
  diagnosePlayback,
  readPlayerPreferences,
  writePlayerPreferences,
} from "@/components/player/studio-player";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { VideoDeck } from "./video-deck";
import { frameClockOf, mayHaveSound } from "./video-source";
import type { VideoSnapshot, VideoTransport } from "./video-transport";

/** A deck for one stored video, for the lifetime of the component. */
export function useVideoDeck(output: OutputDto, { joinOthers: pausesForOthers = true } = {}): VideoDeck {
  const [deck] = useState(
    () =>
      new VideoDeck(
        {
          url: output.url,
          durationSeconds: output.durationSeconds ?? 0,
          clock: frameClockOf(output),
          hasSound: mayHaveSound(output),
        },
        {
          diagnose: diagnosePlayback,
          readPreferences: readPlayerPreferences,
          writePreferences: writePlayerPreferences,
          pausesForOthers: pausesForOthers,
        },
      ),
  );
  return deck;
}

/** The state of a transport without the position. */
export function useVideoSnapshot(transport: VideoTransport): VideoSnapshot {
  return useSyncExternalStore(transport.subscribe, transport.getSnapshot, transport.getSnapshot);
}

/** A value derived from the position; re-renders only when it changes by `Object.is`. */
export function useVideoTime<Value>(transport: VideoTransport, select: (seconds: number) => Value): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = [transport.subscribe(listener), transport.subscribeTime(listener)];
      return () => unsubscribe.forEach((each) => each());
    },
    [transport],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(transport.getSeconds()),
    () => select(0),
  );
}
