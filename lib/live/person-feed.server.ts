import { createItemLoader, type LiveItem } from "./item-news.server";
import type { LiveHub } from "./live-hub.server";

/** Queues move in bursts: positions are sent once after this interval. */
const placesIntervalMs = 500;

/** After a change, the next ones of these milliseconds are told together. */
const changesIntervalMs = 50;

/** Looks again at one that was about to leave, which may have left untold. */
const lookAgainMs = 500;

/** What `places` tells: the positions and the planned starts of queued generations of a person, by ID. */
export interface LivePlaces {
  places: Readonly<Record<string, number>>;
  starts: Readonly<Record<string, string>>;
}

/** One event stream of a person. */
export interface FeedListener {
  /** An event as text, the same for all streams of the person. */
  onEvent(text: string): void;
  /** Events may have been missed. */
  onMissed(): void;
}

export interface LiveFeeds {
  /**
   * Listens to one person's events until the returned function is called. The caller vouches that the listener is that
   * person: everything the feed loads goes to all of its listeners.
   */
  join(userId: string, listener: FeedListener): () => void;
  /** A mark of everything that has changed for a person (`LiveHub.readMark`). */
  readMark(userId: string): string;
}

interface LoadedChange {
  version: number;
  state?: string;
}

/** How a feed reads, always with the ID of its person, so that it never sees what belongs to somebody else. */
export interface FeedSource {
  /** The current generation, or null if it is gone. */
  load(userId: string, id: string): Promise<LoadedChange | null>;
  /** The current task of items, or null if it is gone. */
  loadTask(userId: string, id: string): Promise<{ version: number } | null>;
  /** The current export of a film, or null if it is gone or not theirs to see. */
  loadFilmExport(userId: string, id: string): Promise<{ revision: number } | null>;
  /** Those of these items that exist. */
  loadItems(userId: string, ids: readonly string[]): Promise<LiveItem[]>;
  loadPlaces(userId: string): Promise<LivePlaces>;
  onError(error: unknown): void;
}

/** The events of each person who listens, loaded once in this process however many streams they have open. */
export function createLiveFeeds(hub: Pick<LiveHub, "subscribe" | "readMark">, source: FeedSource): LiveFeeds {
  const feeds = new Map<string, ReturnType<typeof openFeed>>();
  return {
    readMark: (userId) => hub.readMark(userId),
    join(userId, listener) {
      const feed = feeds.get(userId) ?? openFeed(hub, source, userId);
      feeds.set(userId, feed);
      feed.add(listener);
      return () => {
        feed.remove(listener);
        if (feed.isEmpty() && feeds.get(userId) === feed) {
          feeds.delete(userId);
          feed.end();
        }
      };
    },
  };
}

function openFeed(hub: Pick<LiveHub, "subscribe">, source: FeedSource, userId: string) {
  /** The positions that each listener was sent last. */
  const listeners = new Map<FeedListener, { places: string }>();
  const places = createPlacesLoader({
    load: () => source.loadPlaces(userId),
    onError: source.onError,
    areKnown: () => [...listeners.values()].some((sent) => sent.places !== noPlaces),
    onLoaded(text) {
      for (const [listener, sent] of listeners) {
        if (sent.places === text) continue;
        sent.places = text;
        listener.onEvent(`event: places\ndata: ${text}\n\n`);
      }
    },
  });

  /** A listener that missed something forgets its positions. */
  function miss(listener: FeedListener, sent: { places: string }): void {
    sent.places = noPlaces;
    listener.onMissed();
    places.tell("missed");
  }
  const missAll = () => listeners.forEach((sent, listener) => miss(listener, sent));

  const loaderOptions = {
    onLoaded: (text: string) => listeners.forEach((_sent, listener) => listener.onEvent(text)),
    onError(error: unknown) {
      source.onError(error);
      missAll();
    },
  };
  const changes = createChangeLoader({
    ...loaderOptions,
    load: async (id) => {
      const generation = await source.load(userId, id);
      if (generation?.state === "queued") places.tell("own");
      return generation;
    },
    write: (generation) => `event: generation\ndata: ${JSON.stringify({ generation })}\n\n`,
  });
  const taskChanges = createChangeLoader({
    ...loaderOptions,
    load: (id) => source.loadTask(userId, id),
    write: (task) => `event: itemTask\ndata: ${JSON.stringify({ task })}\n\n`,
  });
  const exportChanges = createChangeLoader({
    ...loaderOptions,
    load: async (id) => {
      const found = await source.loadFilmExport(userId, id);
      return found && { version: found.revision, found };
    },
    write: ({ found }) => `event: filmExport\ndata: ${JSON.stringify({ export: found })}\n\n`,
  });
  const items = createItemLoader({
    ...loaderOptions,
    load: (ids) => source.loadItems(userId, ids),
    write: (news) => `event: items\ndata: ${JSON.stringify(news)}\n\n`,
  });
  const unsubscribe = hub.subscribe(userId, {
    onItemChange: items.tell,
    onFilmChange: (film) => loaderOptions.onLoaded(`event: film\ndata: ${JSON.stringify(film)}\n\n`),
    onFilmExportChange: (id) => void exportChanges.tell(id),
    onListChange: (list) => loaderOptions.onLoaded(`event: list\ndata: ${JSON.stringify({ list })}\n\n`),
    onChange: ({ id, task }) => void (task ? taskChanges : changes).tell(id),
    // Whether one of theirs is in a queue shows when it is loaded, if it isn't one of many.
    onLineChange: (change) => places.tell(change.userId === userId && change.many ? "own" : "others"),
    onGap: missAll,
  });

  return {
    add(listener: FeedListener) {
      // Without an event, the browser knows of no position.
      listeners.set(listener, { places: noPlaces });
      places.tell("missed");
    },
    remove: (listener: FeedListener) => void listeners.delete(listener),
    isEmpty: () => listeners.size === 0,
    end() {
      unsubscribe();
      places.end();
      changes.end();
      taskChanges.end();
      exportChanges.end();
      items.end();
    },
  };
}

/**
 * Loads what changed. The events of one generation or task have ascending versions: it is loaded once at a time, and again
 * if it changed meanwhile.
 */
function createChangeLoader<Loaded extends LoadedChange>({
  load,
  write,
  onLoaded,
  onError,
}: {
  load: (id: string) => Promise<Loaded | null>;
  /** The event that tells the current state. */
  write: (loaded: Loaded) => string;
  onLoaded: (text: string) => void;
  onError: (error: unknown) => void;
}) {
  let ended = false;
  /** What is being loaded, and whether they changed since. */
  const loading = new Map<string, { stale: boolean; wake: () => void }>();
  return {
    async tell(id: string): Promise<void> {
      const underWay = loading.get(id);
      if (underWay) {
        underWay.stale = true;
        underWay.wake();
        return;
      }
      const state = { stale: true, wake: (): void => undefined };
      loading.set(id, state);
      let sentVersion = -1;
      // Several changes in one notification are one event.
      await Promise.resolve();
      while (state.stale && !ended) {
        state.stale = false;
        let isLeaving = false;
        try {
          const loaded = await load(id);
          isLeaving = loaded?.state === "starting";
          if (!ended && loaded && loaded.version > sentVersion) {
            sentVersion = loaded.version;
            onLoaded(write(loaded));
          }
        } catch (error) {
          onError(error);
        }
        await pause(changesIntervalMs);
        if (!isLeaving || state.stale || ended) continue;
        await Promise.race([pause(lookAgainMs), new Promise<void>((resolve) => (state.wake = resolve))]);
        state.stale = true;
      }
      loading.delete(id);
    },
    end() {
      ended = true;
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

const noPlaces = JSON.stringify({ places: {}, starts: {} } satisfies LivePlaces);

/** Loads all positions of a person after the queue moved. */
function createPlacesLoader({
  load,
  onLoaded,
  onError,
  areKnown,
}: {
  load: () => Promise<LivePlaces>;
  onLoaded: (text: string) => void;
  onError: (error: unknown) => void;
  /** Whether somebody was sent positions. */
  areKnown: () => boolean;
}): { tell: (news: "own" | "others" | "missed") => void; end: () => void } {
  let due = false;
  let isRunning = false;
  let endPause = (): void => undefined;
  let ended = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (due && !ended) {
      await pause();
      due = false;
      if (ended) break;
      try {
        const text = JSON.stringify(await load());
        if (!ended) onLoaded(text);
      } catch (error) {
        onError(error);
      }
    }
    isRunning = false;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, placesIntervalMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    tell(news) {
      // Other people's changes don't matter without a queued generation.
      if (news === "others" && !isRunning && !areKnown()) return;
      due = true;
      if (!isRunning && !ended) void run();
    },
    end() {
      ended = true;
      endPause();
    },
  };
}
