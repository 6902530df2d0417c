import type { LiveFeeds } from "./person-feed.server";
import type { StreamSlots } from "./stream-slots.server";

/** Proxies close connections that are silent for about a minute. */
const defaultPingIntervalMs = 15_000;

/**
 * The events of one browser as server-sent events: `hello` with the build when it may have missed something (also at the start),
 * `generation` for each change, `items` for changed items, `film` for a changed film, `filmExport` for a changed export of one, `list` for a list to load again, `places` when queue
 * positions changed, comments that keep the connection open, and `replaced` at the end if a newer stream took its slot.
 *
 * @param options.seen the mark of the hub that the browser's data was read at: if nothing changed since, the first `hello` says so
 * @param options.stillAllowed whether the listener is still authorised; checked at each ping
 */
export function createEventStream(options: {
  feeds: LiveFeeds;
  slots: StreamSlots;
  userId: string;
  /** ID of the session or token. */
  credentialId: string;
  seen?: string | undefined;
  /** What serves pages here. */
  build: string;
  signal: AbortSignal;
  stillAllowed: () => Promise<boolean>;
  onError: (error: unknown) => void;
  pingIntervalMs?: number;
}): ReadableStream<Uint8Array> {
  const { feeds, slots, userId, credentialId, seen, build, signal } = options;
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
      const hello = (data: { unchanged?: true } = {}): void =>
        send(`event: hello\ndata: ${JSON.stringify({ ...data, build })}\n\n`);
      const ping = async (): Promise<void> => {
        if (await options.stillAllowed()) send(": ping\n\n");
        else end();
      };
      const leaveSlot = slots.take({
        userId,
        credentialId,
        onReplaced() {
          send("event: replaced\ndata: {}\n\n");
          end();
        },
      });
      const leaveFeed = feeds.join(userId, { onEvent: send, onMissed: () => hello() });
      const pings = setInterval(
        () => void ping().catch(options.onError),
        options.pingIntervalMs ?? defaultPingIntervalMs,
      );
      end = (byReader = false) => {
        if (ended) return;
        ended = true;
        clearInterval(pings);
        leaveFeed();
        leaveSlot();
        if (!byReader) controller.close();
      };
      signal.addEventListener("abort", () => end(), { once: true });
      send("retry: 2000\n\n");
      // Read while subscribed: a later change is an event.
      hello(seen === feeds.readMark(userId) ? { unchanged: true } : {});
      if (signal.aborted) end();
    },
    cancel() {
      end(true);
    },
  });
}
