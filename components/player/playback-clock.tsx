"use client";

import { useSyncExternalStore } from "react";
import { formatClock, formatLength } from "@/lib/i18n/units";
import { studioPlayer } from "./studio-player";

function subscribe(listener: () => void): () => void {
  const leave = [studioPlayer.subscribe(listener), studioPlayer.subscribeTime(listener)];
  return () => leave.forEach((each) => each());
}

/** Where a track is heard, or how long it is, as a clock: draws anew once a second. */
export function PlaybackClock({
  trackId,
  show = "seconds",
}: {
  trackId: string;
  show?: "seconds" | "duration";
}) {
  const clock = useSyncExternalStore(
    subscribe,
    () => {
      if (studioPlayer.getSnapshot().current?.id !== trackId) return formatClock(0);
      const { seconds, durationSeconds } = studioPlayer.getTime();
      return show === "seconds" ? formatClock(seconds) : formatLength(durationSeconds);
    },
    () => formatClock(0),
  );
  return <span className="tabular-nums">{clock}</span>;
}
