import type { LiveHub } from "./live-hub.server";

/** Proxies close connections that stay silent for a minute or so. */
const defaultPingIntervalMs = 15_000;

/** Lines move in bursts, while there is more urgent work: what moved in this time is told together, after it. */
const placesIntervalMs = 500;

/**
 * The events of one browser as server-sent events: `hello` when it may have missed something (also at the start),
 * `generation` for each change, `places` whenever those in line moved, comments that keep the connection open.
 *
 * The events of one generation come in ascending version: it is loaded by one at a time, and again when news of it came
 * meanwhile.
 *
 * @param load gives the generation as it is now, or null where it is gone
 * @param loadPlaces gives the places of all that is queued, by id
 * @param stillAllowed whether the listener may still hear; asked at each ping, and false ends the stream
 */
export function createEventStream(options: {
  hub: Pick<LiveHub, "subscribe">;
  userId: string;
  signal: AbortSignal;
  load: (id: string) => Promise<{ version: number } | null>;
  loadPlaces: () => Promise<ReadonlyMap<string, number>>;
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
        // A browser that does not read is cut off; it comes back and asks anew.
        if ((controller.desiredSize ?? 0) < -256) return end();
        controller.enqueue(encoder.encode(text));
      };
      const places = createPlacesTeller({ ...options, send });
      const hello = (): void => {
        send("event: hello\ndata: {}\n\n");
        places.tell("missed");
      };
      /** What is being loaded, and whether news of it came since that load began. */
      const loading = new Map<string, { stale: boolean }>();
      const tell = async (id: string): Promise<void> => {
        const underWay = loading.get(id);
        if (underWay) {
          underWay.stale = true;
          return;
        }
        const load = { stale: true };
        loading.set(id, load);
        let toldVersion = -1;
        // All that one notification brings at once is one piece of news.
        await Promise.resolve();
        while (load.stale && !ended) {
          load.stale = false;
          try {
            const generation = await options.load(id);
            if (!generation || generation.version <= toldVersion) continue;
            toldVersion = generation.version;
            send(`event: generation\ndata: ${JSON.stringify({ generation })}\n\n`);
          } catch (error) {
            options.onError(error);
            // What could not be told is missed: the browser asks for it.
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
        onGap: hello,
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
      hello();
      if (options.signal.aborted) end();
    },
    cancel() {
      end(true);
    },
  });
}

/** Tells all places of the person at once, where they are others than before; one telling after the other. */
function createPlacesTeller({
  loadPlaces,
  onError,
  send,
}: {
  loadPlaces: () => Promise<ReadonlyMap<string, number>>;
  onError: (error: unknown) => void;
  send: (text: string) => void;
}): { tell: (news: "own" | "others" | "missed") => void; end: () => void } {
  // Who was told nothing knows of no place.
  let told = "{}";
  let due = false;
  let isRunning = false;
  let endPause = (): void => undefined;
  let ended = false;

  async function load(): Promise<void> {
    try {
      const text = JSON.stringify(Object.fromEntries(await loadPlaces()));
      if (ended || text === told) return;
      told = text;
      send(`event: places\ndata: {"places":${text}}\n\n`);
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
      // Who stands in no line is not moved by others.
      if (news === "others" && told === "{}" && !isRunning) return;
      if (news === "missed") told = "{}";
      due = true;
      if (!isRunning && !ended) void run();
    },
    end() {
      ended = true;
      endPause();
    },
  };
}
