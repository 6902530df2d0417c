"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { playerPresence } from "./player-presence";

const PlayerContent = lazy(() => import("./player-content"));

/** The player's place at the foot of the shell. Empty until the page shows something that can play. */
export function PlayerFoot() {
  const isLoaded = useSyncExternalStore(playerPresence.subscribe, playerPresence.isLoaded, () => false);
  return isLoaded ? (
    <Suspense fallback={null}>
      <PlayerContent />
    </Suspense>
  ) : null;
}
