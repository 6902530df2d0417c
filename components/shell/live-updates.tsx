"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { applyGeneration, generationQueries } from "@/components/queries/generation-queries";
import { setPlaces, type Places } from "@/components/queries/places-in-line";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
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

/** How the tab's event stream stands. `paused`: closed because nobody looks at the tab. */
export type LiveState = "connecting" | "live" | "reconnecting" | "offline" | "paused";

/** What a stream must offer; EventSource does. */
export interface EventStream {
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

interface LiveConnectionOptions {
  open: () => EventStream;
  /** Names of events to hand on, besides `hello`, which always is. */
  eventNames: readonly string[];
  onEvent: (name: string, data: string) => void;
  onState: (state: LiveState) => void;
  isOnline: () => boolean;
  /** From 0 to 1; spreads the tabs of a studio that comes back. */
  random?: () => number;
}

interface LiveConnection {
  /** Tries now instead of at the end of the wait: the network is back, or somebody looks again. */
  wake(): void;
  /** The network is gone: waits for `wake`. */
  sleep(state: "offline" | "paused"): void;
  close(): void;
}

const firstRetryMs = 1_000;
const maximumRetryMs = 30_000;

/**
 * Keeps one event stream open: after a fault it opens another, waiting twice as long each time up to 30 s, until the
 * studio says `hello`. EventSource's own reconnecting gives up on an HTTP error and never slows down.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const random = options.random ?? Math.random;
  let stream: EventStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let greeted = false;
  let closed = false;

  function drop() {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
    greeted = false;
  }

  function connect() {
    drop();
    const opened = options.open();
    stream = opened;
    opened.addEventListener("hello", (event) => {
      if (stream !== opened) return;
      failures = 0;
      greeted = true;
      options.onState("live");
      options.onEvent("hello", (event as MessageEvent<string>).data);
    });
    for (const name of options.eventNames) {
      opened.addEventListener(name, (event) => {
        if (stream === opened) options.onEvent(name, (event as MessageEvent<string>).data);
      });
    }
    opened.addEventListener("error", () => {
      if (stream === opened) retryLater();
    });
  }

  function retryLater() {
    drop();
    if (!options.isOnline()) {
      options.onState("offline");
      return;
    }
    options.onState("reconnecting");
    const waitMs = Math.min(maximumRetryMs, firstRetryMs * 2 ** failures);
    failures += 1;
    timer = setTimeout(connect, waitMs * (0.75 + random() / 4));
  }

  options.onState("connecting");
  connect();

  return {
    wake() {
      if (closed || greeted) return;
      failures = 0;
      options.onState("reconnecting");
      connect();
    },
    sleep(state) {
      if (closed) return;
      drop();
      options.onState(state);
    },
    close() {
      closed = true;
      drop();
    },
  };
}
