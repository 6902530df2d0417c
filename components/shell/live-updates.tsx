"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { applyGeneration } from "@/components/queries/generation-cache";
import { itemKeys } from "@/components/queries/item-keys";
import type { FilmNews } from "@/components/queries/film-news";
import type { ItemNews } from "@/components/queries/item-lists";
import { refetchShortened } from "@/components/queries/whole-generation";
import { hearBuild } from "@/components/ui/other-build";
import { noPlaces, setPlaces, type Places } from "@/components/queries/places-in-line";
import type { ItemTaskDto } from "@/lib/item-tasks/item-task-dto";
import type { FilmExportDto } from "@/lib/films/export-dto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { liveLists, type LiveList } from "@/lib/live/live-lists";
import { whenIdle } from "@/components/ui/when-idle";
import { setLiveState, type LiveState } from "./live-state";

/**
 * A browser opens six connections per HTTP/1.1 host, for all tabs together: a tab hidden for this long closes its own.
 */
const pauseAfterHiddenMs = 60_000;

/** How often a visible tab refetches whose stream was replaced, until it has the focus again. */
const pausedRefetchMs = 30_000;

/** The page is usable by then. */
const idleTimeoutMs = 5_000;

/**
 * Keeps the query cache current from the studio's event stream, one per tab. Renders nothing.
 *
 * @param props.seen the mark that the page's data was read at; another one opens another stream
 */
export default function LiveUpdates({ seen }: { seen: string }) {
  const client = useQueryClient();

  useEffect(() => {
    let isFirst = true;
    let isPaused = false;
    let polling: ReturnType<typeof setInterval> | undefined;
    let cancelRefetch: (() => void) | undefined;
    const isVisible = () => document.visibilityState === "visible";
    const refetchItems = () => void client.invalidateQueries({ queryKey: itemKeys.items });
    // Most pages show no lists of items. Without the code, for example offline, the lists are fetched again.
    const loadItemQueries = () => import("@/components/queries/item-queries");
    const loadFilmNews = () => import("@/components/queries/film-news");
    const loadFilmExports = () => import("@/components/queries/film-export-queries");
    const refetchFilms = () => void client.invalidateQueries({ queryKey: ["films"] });
    const loadTaskQueries = () => import("@/components/queries/item-task-queries");
    // Without the code, the next end is told.
    const tellEnds = () =>
      import("./tell-ends").then(
        ({ hearOfEnds }) => hearOfEnds(),
        () => undefined,
      );
    const refetch = () => {
      tellEnds();
      for (const list of liveLists) void client.invalidateQueries({ queryKey: [list] });
      refetchItems();
      refetchFilms();
      void client.invalidateQueries({ queryKey: itemKeys.tasks });
    };
    const connection = openLiveConnection({
      open: () => new EventSource(isFirst ? `/api/events?seen=${encodeURIComponent(seen)}` : "/api/events"),
      eventNames: ["generation", "items", "itemTask", "film", "filmExport", "list", "places"],
      onEvent: (name, data) => {
        if (name === "hello") {
          setPlaces(noPlaces);
          isFirst = false;
          const { unchanged, build } = JSON.parse(data) as { unchanged?: true; build?: string };
          hearBuild(build);
          // Refetches once what changed while disconnected, and inputs that the page got shortened.
          if (!unchanged) refetch();
          else {
            cancelRefetch = whenIdle(() => {
              refetchShortened(client);
              tellEnds();
            }, idleTimeoutMs);
          }
          return;
        }
        if (name === "places") {
          setPlaces(JSON.parse(data) as Places);
          return;
        }
        if (name === "items") {
          const news = JSON.parse(data) as ItemNews | { many: true };
          if ("many" in news) refetchItems();
          else loadItemQueries().then(({ applyItems }) => applyItems(client, news), refetchItems);
          return;
        }
        if (name === "list") {
          const { list } = JSON.parse(data) as { list: LiveList };
          void client.invalidateQueries({ queryKey: [list] });
          if (list === "digest") tellEnds();
          return;
        }
        if (name === "film") {
          const news = JSON.parse(data) as FilmNews;
          loadFilmNews().then(({ applyFilmNews }) => applyFilmNews(client, news), refetchFilms);
          return;
        }
        if (name === "filmExport") {
          const news = JSON.parse(data) as { export: FilmExportDto };
          loadFilmExports().then(({ applyFilmExport }) => applyFilmExport(client, news.export), refetchFilms);
          return;
        }
        if (name === "itemTask") {
          const { task } = JSON.parse(data) as { task: ItemTaskDto };
          loadTaskQueries().then(({ applyItemTask }) => applyItemTask(client, task), refetch);
          return;
        }
        const { generation } = JSON.parse(data) as { generation: GenerationDto };
        applyGeneration(client, generation);
      },
      onState(state) {
        clearInterval(polling);
        isPaused = state === "paused";
        if (isPaused) polling = setInterval(() => isVisible() && refetch(), pausedRefetchMs);
        setLiveState(state);
      },
      isOnline: () => navigator.onLine,
    });

    let pauseTimer: ReturnType<typeof setTimeout> | undefined;
    // Of all hidden tabs, one keeps its stream, to tell what ends. Without locks, as over http, none does.
    let watch: AbortController | undefined;
    let endWatch: (() => void) | undefined;
    const keepWatch = () => {
      watch = new AbortController();
      void navigator.locks
        ?.request("reverie-watch", { signal: watch.signal }, () => {
          connection.wake();
          return new Promise<void>((resolve) => (endWatch = resolve));
        })
        .catch((error: Error) => {
          if (error.name !== "AbortError") throw error;
        });
    };
    const leaveWatch = () => {
      watch?.abort();
      endWatch?.();
      endWatch = undefined;
    };
    const controller = new AbortController();
    const { signal } = controller;
    const wake = () => connection.wake();
    addEventListener("online", wake, { signal });
    // Another tab took this one's stream.
    addEventListener("focus", () => isPaused && wake(), { signal });
    addEventListener("offline", () => connection.sleep("offline"), { signal });
    // A page restored from the back/forward cache has lost its stream without an event.
    addEventListener(
      "pageshow",
      (event) => {
        if (event.persisted) wake();
      },
      { signal },
    );
    addEventListener("pagehide", () => connection.sleep("paused"), { signal });
    const pauseLater = () => {
      keepWatch();
      pauseTimer = setTimeout(() => endWatch ?? connection.sleep("paused"), pauseAfterHiddenMs);
    };
    if (!isVisible()) pauseLater();
    document.addEventListener(
      "visibilitychange",
      () => {
        clearTimeout(pauseTimer);
        leaveWatch();
        if (isVisible()) wake();
        else pauseLater();
      },
      { signal },
    );
    return () => {
      clearTimeout(pauseTimer);
      leaveWatch();
      clearInterval(polling);
      cancelRefetch?.();
      controller.abort();
      connection.close();
    };
  }, [client, seen]);

  return null;
}

/** The part of EventSource that is used. */
export interface EventStream {
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

interface LiveConnectionOptions {
  open: () => EventStream;
  /** Events to pass on, besides `hello`; `replaced` pauses the connection. */
  eventNames: readonly string[];
  onEvent: (name: string, data: string) => void;
  onState: (state: LiveState) => void;
  isOnline: () => boolean;
  /** From 0 to 1; spreads the reconnects of many tabs. */
  random?: () => number;
}

interface LiveConnection {
  /** Reconnects now instead of after the delay: the network is back, or the tab is visible. */
  wake(): void;
  /** Disconnects until `wake`. */
  sleep(state: "offline" | "paused"): void;
  close(): void;
}

const firstRetryMs = 1_000;
const maximumRetryMs = 30_000;

/**
 * Keeps one event stream open. After a fault it reconnects, doubling the delay up to 30 s, until the studio says
 * `hello`. EventSource itself gives up on HTTP errors and never slows down.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const random = options.random ?? Math.random;
  let stream: EventStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let connected = false;
  let closed = false;

  function drop() {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
    connected = false;
  }

  function connect() {
    drop();
    const opened = options.open();
    stream = opened;
    opened.addEventListener("hello", (event) => {
      if (stream !== opened) return;
      failures = 0;
      connected = true;
      options.onState("live");
      options.onEvent("hello", (event as MessageEvent<string>).data);
    });
    for (const name of options.eventNames) {
      opened.addEventListener(name, (event) => {
        if (stream === opened) options.onEvent(name, (event as MessageEvent<string>).data);
      });
    }
    opened.addEventListener("replaced", () => {
      if (stream === opened) sleep("paused");
    });
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

  function sleep(state: "offline" | "paused") {
    if (closed) return;
    drop();
    options.onState(state);
  }

  options.onState("connecting");
  connect();

  return {
    wake() {
      if (closed || connected) return;
      failures = 0;
      options.onState("reconnecting");
      connect();
    },
    sleep,
    close() {
      closed = true;
      drop();
    },
  };
}
