"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { studioPlayer } from "./studio-player";
import { usePlayerValue } from "./use-player";

const PlayerBar = lazy(() => import("./player-bar"));

/** The player at the foot of the shell: empty until something plays. Lazily loaded, hence the default export. */
export default function PlayerPart() {
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

/** Tells the player what changed in its live track while the event stream was interrupted. Renders nothing. */
function PlayerUpdates() {
  const liveId = usePlayerValue(({ current }) => (current?.live ? (current.generationId ?? null) : null));
  // The query is refetched when the event stream is back, and so brings missed changes.
  const { data } = useQuery({ ...generationQueries.detail(liveId ?? ""), enabled: liveId !== null });
  useEffect(() => {
    if (data) studioPlayer.updateGeneration(data);
  }, [data]);
  return null;
}
