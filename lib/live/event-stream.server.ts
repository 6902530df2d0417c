import type { LiveHub } from "./live-hub.server";

/** Proxies close connections that are silent for about a minute. */
const defaultPingIntervalMs = 15_000;

/** Queues move in bursts: positions are sent once after this interval. */
const placesIntervalMs = 500;

/** What `places` tells: the positions and the planned starts of all queued generations of a person, by ID. */
export interface LivePlaces {
  places: Readonly<Record<string, number>>;
  starts: Readonly<Record<string, string>>;
}

/**
 * The events of one browser as server-sent events: `hello` when it may have missed something (also at the start),
 * `generation` for each change, `places` when queue positions changed, and comments that keep the connection open.
 *
 * The events of one generation have ascending versions: it is loaded once at a time, and again if it changed meanwhile.
 *
 * @param options.seen the mark of the hub that the browser's data was read at: if nothing changed since, the first `hello` says so
 * @param options.load returns the current generation, or null if it is gone
 * @param options.stillAllowed whether the listener is still authorised; checked at each ping
 */
export function createEventStream(options: {
  hub: Pick<LiveHub, "subscribe" | "readMark">;
  userId: string;
  seen?: string | undefined;
  signal: AbortSignal;
  load: (id: string) => Promise<{ version: number } | null>;
  loadPlaces: () => Promise<LivePlaces>;
  stillAllowed: () => Promise<boolean>;
  onError: (error: unknown) => void;
  pingIntervalMs?: number;
}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (_byReader?: boolean): void => undefined;
  return new ReadableStream({
    start(controller) {
      let ended = false;
      const send = (text: string): void => {
        if (ended) return;
        // A browser that does not read is disconnected; it reconnects and refetches.
        if ((controller.desiredSize ?? 0) < -256) return end();
        controller.enqueue(encoder.encode(text));
      };
      const places = createPlacesSender({ ...options, send });
      const hello = (data: { unchanged?: true } = {}): void => {
        send(`event: hello\ndata: ${JSON.stringify(data)}\n\n`);
        places.tell("missed");
      };
      /** Generations being loaded, and whether they changed since. */
      const loading = new Map<string, { stale: boolean }>();
      const tell = async (id: string): Promise<void> => {
        const underWay = loading.get(id);
        if (underWay) {
          underWay.stale = true;
          return;
        }
        const load = { stale: true };
        loading.set(id, load);
        let sentVersion = -1;
        // Several changes in one notification are one event.
        await Promise.resolve();
        while (load.stale && !ended) {
          load.stale = false;
          try {
            const generation = await options.load(id);
            if (!generation || generation.version <= sentVersion) continue;
            sentVersion = generation.version;
            send(`event: generation\ndata: ${JSON.stringify({ generation })}\n\n`);
          } catch (error) {
            options.onError(error);
            // The event is missed: the browser refetches.
            hello();
          }
        }
        loading.delete(id);
      };
      const ping = async (): Promise<void> => {
        if (await options.stillAllowed()) send(": ping\n\n");
        else end();
      };
      const unsubscribe = options.hub.subscribe(options.userId, {
        onChange: ({ id }) => void tell(id),
        onLineChange: ({ userId }) => places.tell(userId === options.userId ? "own" : "others"),
        onGap: () => hello(),
      });
      const pings = setInterval(
        () => void ping().catch(options.onError),
        options.pingIntervalMs ?? defaultPingIntervalMs,
      );
      end = (byReader = false) => {
        if (ended) return;
        ended = true;
        clearInterval(pings);
        places.end();
        unsubscribe();
        if (!byReader) controller.close();
      };
      options.signal.addEventListener("abort", () => end(), { once: true });
      send("retry: 2000\n\n");
      // Read while subscribed: a later change is an event.
      hello(options.seen === options.hub.readMark(options.userId) ? { unchanged: true } : {});
      if (options.signal.aborted) end();
    },
    cancel() {
      end(true);
    },
  });
}

const noPlaces = JSON.stringify({ places: {}, starts: {} } satisfies LivePlaces);

/** Sends all positions of the person when they have changed. */
function createPlacesSender({
  loadPlaces,
  onError,
  send,
}: {
  loadPlaces: () => Promise<LivePlaces>;
  onError: (error: unknown) => void;
  send: (text: string) => void;
}): { tell: (news: "own" | "others" | "missed") => void; end: () => void } {
  // Without an event, the browser knows of no position.
  let sent = noPlaces;
  let due = false;
  let isRunning = false;
  let endPause = (): void => undefined;
  let ended = false;

  async function load(): Promise<void> {
    try {
      const text = JSON.stringify(await loadPlaces());
      if (ended || text === sent) return;
      sent = text;
      send(`event: places\ndata: ${text}\n\n`);
    } catch (error) {
      onError(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (due && !ended) {
      await pause();
      due = false;
      if (!ended) await load();
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
      if (news === "others" && sent === noPlaces && !isRunning) return;
      if (news === "missed") sent = noPlaces;
      due = true;
      if (!isRunning && !ended) void run();
    },
    end() {
      ended = true;
      endPause();
    },
  };
}
