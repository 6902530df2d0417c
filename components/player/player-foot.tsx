"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { liveGenerations } from "@/components/queries/live-generations";
import { studioPlayer } from "./studio-player";
import { usePlayerValue } from "./use-player";

const PlayerBar = lazy(() => import("./player-bar"));

/** The player's place at the foot of the shell. Empty, and its code not fetched, until something plays. */
export function PlayerFoot() {
  const wanted = usePlayerValue(({ current }) => current !== null);
  return (
    <>
      <PlayerUpdates />
      {wanted ? (
        <Suspense fallback={null}>
          <PlayerBar />
        </Suspense>
      ) : null}
    </>
  );
}

/** Tells the player about changes of its tracks: a stored stream, a partial take. Renders nothing. */
function PlayerUpdates() {
  const liveId = usePlayerValue(({ current }) => (current?.live ? (current.generationId ?? null) : null));
  useEffect(() => liveGenerations.subscribe((generation) => studioPlayer.updateGeneration(generation)), []);
  // The query is refetched when the event stream is back, and so brings missed changes.
  const { data } = useQuery({ ...generationQueries.detail(liveId ?? ""), enabled: liveId !== null });
  useEffect(() => {
    if (data) studioPlayer.updateGeneration(data);
  }, [data]);
  return null;
}
