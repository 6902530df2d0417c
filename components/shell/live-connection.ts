/** How the tab's event stream stands. `paused`: closed because nobody looks at the tab. */
export type LiveState = "connecting" | "live" | "reconnecting" | "offline" | "paused";

/** What a stream must offer; EventSource does. */
export interface EventStream {
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

export interface LiveConnectionOptions {
  open: () => EventStream;
  /** Names of events to hand on, besides `hello`, which always is. */
  eventNames: readonly string[];
  onEvent: (name: string, data: string) => void;
  onState: (state: LiveState) => void;
  isOnline: () => boolean;
  /** From 0 to 1; spreads the tabs of a studio that comes back. */
  random?: () => number;
}

export interface LiveConnection {
  /** Tries now instead of at the end of the wait: the network is back, or somebody looks again. */
  wake(): void;
  /** The network is gone: waits for `wake`. */
  sleep(state: "offline" | "paused"): void;
  close(): void;
}

export const firstRetryMs = 1_000;
export const maximumRetryMs = 30_000;

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
