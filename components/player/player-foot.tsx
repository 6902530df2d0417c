"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { liveGenerations } from "@/components/queries/live-generations";
import { studioPlayer } from "./studio-player";
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

/** Tells the player what becomes of the sounds it has: a stream that is stored, a partial take. Draws nothing. */
function PlayerNews() {
  const liveId = usePlayerValue(({ current }) => (current?.live ? (current.generationId ?? null) : null));
  useEffect(() => liveGenerations.subscribe((generation) => studioPlayer.learn(generation)), []);
  // News that the event stream missed comes with the query, which is asked again when the stream is back.
  const { data } = useQuery({ ...generationQueries.detail(liveId ?? ""), enabled: liveId !== null });
  useEffect(() => {
    if (data) studioPlayer.learn(data);
  }, [data]);
  return null;
}
