import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { createEventStream } from "./event-stream.server";
import { readChunks } from "./testing/read-chunks";
import type { LiveListener } from "./live-hub.server";

const userId = "01900000-0000-7000-8000-000000000001";
const id = "01900000-0000-7000-8000-000000000002";
const otherId = "01900000-0000-7000-8000-000000000003";

/** A browser that listens, and loads that end when the test says so. */
function listen(stillAllowed: () => Promise<boolean> = () => Promise.resolve(true), seen?: string) {
  let listener: LiveListener | undefined;
  const loads: { id: string; give: (version: number) => void; fail: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const places = new Map<string, number>();
  let placesLoads = 0;
  const stream = createEventStream({
    hub: {
      subscribe(_userId, given) {
        listener = given;
        return () => (listener = undefined);
      },
      readMark: () => "now",
    },
    userId,
    seen,
    signal: new AbortController().signal,
    load: (loadedId) => {
      const { promise, resolve, reject } = Promise.withResolvers<GenerationDto | null>();
      const give = (version: number) => resolve({ id: loadedId, version } as GenerationDto);
      loads.push({ id: loadedId, give, fail: reject });
      return promise;
    },
    loadPlaces: () => {
      placesLoads += 1;
      return Promise.resolve({ places: Object.fromEntries(places), starts: {} });
    },
    stillAllowed,
    onError: (error) => errors.push(error),
  });
  const told: string[] = [];
  const ended = readChunks(stream, (chunk) => told.push(chunk));
  return {
    loads,
    errors,
    ended,
    told,
    isListening: () => listener !== undefined,
    versions: () =>
      told.flatMap((text) => {
        const version = /"version":(\d+)/.exec(text)?.[1];
        return version ? [Number(version)] : [];
      }),
    places,
    countPlacesLoads: () => placesLoads,
    toldPlaces: () =>
      told.flatMap((text) => {
        const data = /^event: places\ndata: (.*)\n/.exec(text)?.[1];
        return data ? [(JSON.parse(data) as { places: Record<string, number> }).places] : [];
      }),
    moveLine: (by = userId) => listener?.onLineChange({ id, userId: by, version: 0, line: "a line" }),
    miss: () => listener?.onGap(),
    notify: (changedId = id) => listener?.onChange({ id: changedId, userId, version: 0 }),
  };
}

/** Lets everything that waits for nothing but promises come to rest. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("events of a generation", () => {
  it("are loaded one at a time, and once more for all the news that came meanwhile", async () => {
    const tab = listen();
    tab.notify();
    await settle();
    for (let count = 0; count < 3; count += 1) {
      tab.notify();
      await settle();
    }
    expect(tab.loads).toHaveLength(1);
    tab.loads[0]!.give(1);
    await settle();
    expect(tab.loads).toHaveLength(2);
    tab.loads[1]!.give(4);
    await settle();
    expect(tab.loads).toHaveLength(2);
    expect(tab.versions()).toEqual([1, 4]);
    tab.notify();
    await settle();
    tab.loads[2]!.give(5);
    await settle();
    expect(tab.versions()).toEqual([1, 4, 5]);
  });

  it("do not wait for those of another", async () => {
    const tab = listen();
    tab.notify();
    tab.notify(otherId);
    await settle();
    expect(tab.loads.map((load) => load.id)).toEqual([id, otherId]);
    tab.loads[1]!.give(7);
    await settle();
    expect(tab.versions()).toEqual([7]);
  });

  it("are asked for anew by the browser where one could not be loaded, and come again after", async () => {
    const tab = listen();
    await settle();
    const hellos = () => tab.told.filter((text) => text.startsWith("event: hello")).length;
    expect(hellos()).toBe(1);
    tab.notify();
    await settle();
    const fault = new Error("The database is away");
    tab.loads[0]!.fail(fault);
    await settle();
    expect([tab.errors, hellos()]).toEqual([[fault], 2]);
    tab.notify();
    await settle();
    tab.loads[1]!.give(2);
    await settle();
    expect(tab.versions()).toEqual([2]);
  });
});

describe("places in line", () => {
  it("are told together where they are others than before", async () => {
    const tab = listen();
    await settle();
    expect(tab.toldPlaces()).toEqual([]);
    tab.places.set(id, 5);
    for (let count = 0; count < 10; count += 1) tab.moveLine();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.toldPlaces()).toEqual([{ [id]: 5 }]);
    expect(tab.countPlacesLoads()).toBe(1);
    tab.moveLine();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(tab.toldPlaces()).toHaveLength(1);
    tab.places.delete(id);
    tab.moveLine();
    await vi.advanceTimersByTimeAsync(500);
    expect(tab.toldPlaces()).toEqual([{ [id]: 5 }, {}]);
  });

  it("are not asked for when others move, by who stands in no line", async () => {
    const tab = listen();
    await vi.advanceTimersByTimeAsync(1_000);
    const before = tab.countPlacesLoads();
    tab.moveLine("01900000-0000-7000-8000-000000000009");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.countPlacesLoads()).toBe(before);
    tab.places.set(id, 2);
    tab.moveLine();
    await vi.advanceTimersByTimeAsync(1_000);
    tab.places.set(id, 1);
    tab.moveLine("01900000-0000-7000-8000-000000000009");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.toldPlaces()).toEqual([{ [id]: 2 }, { [id]: 1 }]);
  });

  it("are told anew after a gap, since the browser forgets them then", async () => {
    const tab = listen();
    tab.places.set(id, 3);
    tab.moveLine();
    await vi.advanceTimersByTimeAsync(1_000);
    tab.miss();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.toldPlaces()).toEqual([{ [id]: 3 }, { [id]: 3 }]);
  });
});

describe("hello", () => {
  const helloes = (tab: ReturnType<typeof listen>) =>
    tab.told.flatMap((text) => /^event: hello\ndata: (.*)\n/.exec(text)?.[1] ?? []);

  it("says that nothing changed since the page was read, but not after a gap", async () => {
    const tab = listen(undefined, "now");
    await settle();
    tab.miss();
    await settle();
    expect(helloes(tab)).toEqual(['{"unchanged":true}', "{}"]);
  });

  it.each(["earlier", undefined])("sends a plain hello to a browser that has seen %s", async (seen) => {
    const tab = listen(undefined, seen);
    await settle();
    expect(helloes(tab)).toEqual(["{}"]);
  });
});

describe("a listener", () => {
  it("is kept while its credential holds, and cut off at the first ping after it does not", async () => {
    const stillAllowed = vi.fn(() => Promise.resolve(true));
    const tab = listen(stillAllowed);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(stillAllowed).toHaveBeenCalledTimes(2);
    expect(tab.isListening()).toBe(true);
    stillAllowed.mockResolvedValue(false);
    await vi.advanceTimersByTimeAsync(15_000);
    await tab.ended;
    expect(tab.isListening()).toBe(false);
  });

  it("is kept while nobody can tell", async () => {
    const fault = new Error("The database is away");
    const tab = listen(() => Promise.reject(fault));
    await vi.advanceTimersByTimeAsync(16_000);
    expect([tab.isListening(), tab.errors]).toEqual([true, [fault]]);
  });
});
