"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { applyGeneration, generationQueries } from "@/components/queries/generation-queries";
import { setPlaces, type Places } from "@/components/queries/places-in-line";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openLiveConnection } from "./live-connection";
import { setLiveState } from "./live-state";

/**
 * A browser gives six connections to one HTTP/1.1 host, for all its tabs together: a tab that nobody has looked at for
 * this long gives its own back.
 */
const pauseAfterHiddenMs = 60_000;

/** Keeps what is on screen true, from the studio's event stream: one for the tab. Draws nothing. */
export function LiveUpdates() {
  const client = useQueryClient();

  useEffect(() => {
    const connection = openLiveConnection({
      open: () => new EventSource("/api/events"),
      eventNames: ["generation", "places"],
      onEvent: (name, data) => {
        if (name === "hello") {
          setPlaces({});
          // Whatever happened while nobody listened is asked for once.
          void client.invalidateQueries({ queryKey: generationQueries.all });
          return;
        }
        if (name === "places") {
          setPlaces((JSON.parse(data) as { places: Places }).places);
          return;
        }
        const { generation } = JSON.parse(data) as { generation: GenerationDto };
        applyGeneration(client, generation);
      },
      onState: setLiveState,
      isOnline: () => navigator.onLine,
    });

    let pauseTimer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const wake = () => connection.wake();
    addEventListener("online", wake, { signal });
    addEventListener("offline", () => connection.sleep("offline"), { signal });
    // A page that comes back from the back/forward cache has lost its stream without being told.
    addEventListener(
      "pageshow",
      (event) => {
        if (event.persisted) wake();
      },
      { signal },
    );
    addEventListener("pagehide", () => connection.sleep("paused"), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        clearTimeout(pauseTimer);
        if (document.visibilityState === "visible") wake();
        else pauseTimer = setTimeout(() => connection.sleep("paused"), pauseAfterHiddenMs);
      },
      { signal },
    );
    return () => {
      clearTimeout(pauseTimer);
      controller.abort();
      connection.close();
    };
  }, [client]);

  return null;
}
