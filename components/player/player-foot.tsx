"use client";

import { lazy, Suspense } from "react";
import { PlayerNews } from "./player-news";
import { usePlayerValue } from "./use-player";

const PlayerBar = lazy(() => import("./player-bar"));

/** The place of the player at the foot of the shell: empty until something was played, and its code not fetched. */
export function PlayerFoot() {
  const wanted = usePlayerValue(({ current }) => current !== null);
  return (
    <>
      <PlayerNews />
      {wanted ? (
        <Suspense fallback={null}>
          <PlayerBar />
        </Suspense>
      ) : null}
    </>
  );
}
