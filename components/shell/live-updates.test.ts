import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveState } from "./live-state";
import { openLiveConnection, type EventStream } from "./live-updates";

class FakeStream implements EventStream {
  closed = false;
  private readonly listeners = new Map<string, (event: Event) => void>();
  addEventListener(type: string, listener: (event: Event) => void) {
    this.listeners.set(type, listener);
  }
  close() {
    this.closed = true;
  }
  send(type: string, data = "{}") {
    this.listeners.get(type)?.(new MessageEvent(type, { data }));
  }
}

function start(isOnline = () => true) {
  const streams: FakeStream[] = [];
  const states: LiveState[] = [];
  const events: string[] = [];
  const connection = openLiveConnection({
    open: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    eventNames: ["generation"],
    onEvent: (name, data) => events.push(`${name} ${data}`),
    onState: (state) => states.push(state),
    isOnline,
    random: () => 1,
  });
  return { connection, streams, states, events, last: () => streams.at(-1)! };
}

describe("openLiveConnection", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is live after hello and passes events on", () => {
    const { last, states, events } = start();
    last().send("hello");
    last().send("generation", '{"id":1}');
    expect(states).toEqual(["connecting", "live"]);
    expect(events).toEqual(["hello {}", 'generation {"id":1}']);
  });

  it("reconnects after a fault, doubling the delay up to 30 s", () => {
    const { streams, last } = start();
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = streams.length;
      last().send("error");
      expect(last().closed).toBe(true);
      vi.advanceTimersByTime(waitMs - 1);
      expect(streams).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(before + 1);
    }
  });

  it("resets the delay after hello", () => {
    const { streams, last } = start();
    last().send("error");
    vi.advanceTimersByTime(1_000);
    last().send("hello");
    last().send("error");
    vi.advanceTimersByTime(1_000);
    expect(streams).toHaveLength(3);
  });

  it("ignores a closed stream", () => {
    const { streams, last, events } = start();
    const [first] = streams;
    first!.send("error");
    vi.advanceTimersByTime(1_000);
    last().send("hello");
    first!.send("error");
    first!.send("generation");
    expect(streams).toHaveLength(2);
    expect(events).toEqual(["hello {}"]);
  });

  it("waits for the network instead of retrying offline", () => {
    const online = vi.fn(() => false);
    const { streams, last, states, connection } = start(online);
    last().send("error");
    vi.advanceTimersByTime(120_000);
    expect(streams).toHaveLength(1);
    expect(states.at(-1)).toBe("offline");
    online.mockReturnValue(true);
    connection.wake();
    expect(streams).toHaveLength(2);
  });

  it("wakes only while disconnected, and never after closing", () => {
    const { streams, last, connection } = start();
    last().send("hello");
    connection.wake();
    expect(streams).toHaveLength(1);
    connection.sleep("paused");
    expect(last().closed).toBe(true);
    connection.wake();
    expect(streams).toHaveLength(2);
    connection.close();
    connection.wake();
    vi.advanceTimersByTime(120_000);
    expect(streams).toHaveLength(2);
    expect(last().closed).toBe(true);
  });

  it("rests when a newer stream took its slot, and connects when the tab is in sight again", () => {
    const { streams, states, last, connection } = start();
    last().send("hello");
    last().send("replaced");
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(120_000);
    expect(streams).toHaveLength(1);
    expect(states.at(-1)).toBe("paused");
    connection.wake();
    expect(streams).toHaveLength(2);
  });
});
