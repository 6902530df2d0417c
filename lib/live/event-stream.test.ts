import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { createEventStream } from "./event-stream.server";
import { readChunks } from "./testing/read-chunks";
import type { LiveListener } from "./live-hub.server";
import { createLiveFeeds } from "./person-feed.server";
import { createStreamSlots } from "./stream-slots.server";

const userId = "01900000-0000-7000-8000-000000000001";
const id = "01900000-0000-7000-8000-000000000002";
const otherId = "01900000-0000-7000-8000-000000000003";
const goneId = "01900000-0000-7000-8000-000000000005";
const strangerId = "01900000-0000-7000-8000-000000000004";

/** The feeds of a process, with loads that end when the test says so, and the news of its hub. */
function openStudio() {
  const listeners = new Map<string, LiveListener>();
  const loads: {
    userId: string;
    id: string;
    give: (version: number, state?: GenerationDto["state"]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const itemLoads: { userId: string; ids: readonly string[] }[] = [];
  const errors: unknown[] = [];
  const places = new Map<string, number>();
  let placesLoads = 0;
  const hub = {
    subscribe(userId: string, given: LiveListener) {
      listeners.set(userId, given);
      return () => void listeners.delete(userId);
    },
    readMark: () => "now",
  };
  const feeds = createLiveFeeds(hub, {
    load(userId, loadedId) {
      const { promise, resolve, reject } = Promise.withResolvers<GenerationDto | null>();
      const give = (version: number, state: GenerationDto["state"] = "running") =>
        resolve({ id: loadedId, version, state } as GenerationDto);
      loads.push({ userId, id: loadedId, give, fail: reject });
      return promise;
    },
    loadFilmExport: () => Promise.resolve(null),
    loadTask: (ofUserId, taskId) => Promise.resolve(ofUserId === userId ? { id: taskId, version: 3 } : null),
    loadItems(userId, ids) {
      itemLoads.push({ userId, ids });
      return Promise.resolve(ids.filter((each) => each !== goneId).map((each) => ({ id: each })));
    },
    loadPlaces() {
      placesLoads += 1;
      return Promise.resolve({ places: Object.fromEntries(places), starts: {} });
    },
    onError: (error) => errors.push(error),
  });
  return {
    feeds,
    slots: createStreamSlots({ perPerson: 3, perCredential: 2 }),
    loads,
    itemLoads,
    errors,
    places,
    countPlacesLoads: () => placesLoads,
    isListening: (ofUserId = userId) => listeners.has(ofUserId),
    /** By many at once, as a batch does. */
    moveLine(by = userId) {
      for (const listener of listeners.values())
        listener.onLineChange({ id, userId: by, line: "a line", many: true });
    },
    /** One of the person's own enters or leaves a queue. */
    moveOne() {
      const change = { id, userId, line: "a line" };
      listeners.get(userId)?.onChange(change);
      listeners.get(userId)?.onLineChange(change);
    },
    miss: () => listeners.get(userId)?.onGap(),
    notifyOfTask: (ofUserId = userId) =>
      listeners.get(ofUserId)?.onChange({ id: otherId, userId: ofUserId, task: true }),
    changeItems: (ids: readonly string[] | null) => listeners.get(userId)?.onItemChange?.(ids),
    notify: (changedId = id, ofUserId = userId) =>
      listeners.get(ofUserId)?.onChange({ id: changedId, userId: ofUserId }),
  };
}

interface TabOptions {
  stillAllowed?: () => Promise<boolean>;
  seen?: string | undefined;
  userId?: string;
  credentialId?: string;
}

/** A browser tab that listens. */
function openTab(
  studio: ReturnType<typeof openStudio>,
  { stillAllowed = () => Promise.resolve(true), seen, ...own }: TabOptions = {},
) {
  const stream = createEventStream({
    build: "build-1",
    ...studio,
    userId,
    credentialId: "session",
    ...own,
    seen,
    signal: new AbortController().signal,
    stillAllowed,
    onError: (error) => studio.errors.push(error),
  });
  const told: string[] = [];
  const ended = readChunks(stream, (chunk) => told.push(chunk));
  return {
    ended,
    told,
    versions: () =>
      told.flatMap((text) => {
        const version = /"version":(\d+)/.exec(text)?.[1];
        return version ? [Number(version)] : [];
      }),
    toldPlaces: () =>
      told.flatMap((text) => {
        const data = /^event: places\ndata: (.*)\n/.exec(text)?.[1];
        return data ? [(JSON.parse(data) as { places: Record<string, number> }).places] : [];
      }),
  };
}

/** A studio with one tab. */
function listen(stillAllowed?: () => Promise<boolean>, seen?: string) {
  const studio = openStudio();
  return { ...studio, ...openTab(studio, { ...(stillAllowed ? { stillAllowed } : {}), seen }) };
}

/** Lets everything that waits for nothing but promises come to rest. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Waits until the next change is told at once. */
const endOfBurst = () => vi.advanceTimersByTimeAsync(50);

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
    expect(tab.versions()).toEqual([1]);
    await endOfBurst();
    expect(tab.loads).toHaveLength(2);
    tab.loads[1]!.give(4);
    await endOfBurst();
    expect(tab.loads).toHaveLength(2);
    expect(tab.versions()).toEqual([1, 4]);
    tab.notify();
    await settle();
    tab.loads[2]!.give(5);
    await settle();
    expect(tab.versions()).toEqual([1, 4, 5]);
  });

  it("are loaded together where they follow another one closely", async () => {
    const tab = listen();
    tab.notify();
    await settle();
    tab.loads[0]!.give(1);
    await settle();
    for (let count = 0; count < 2; count += 1) {
      tab.notify();
      await settle();
    }
    expect(tab.loads).toHaveLength(1);
    await endOfBurst();
    tab.loads[1]!.give(3);
    await endOfBurst();
    expect(tab.loads).toHaveLength(2);
    expect(tab.versions()).toEqual([1, 3]);
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
    await endOfBurst();
    expect([tab.errors, hellos()]).toEqual([[fault], 2]);
    tab.notify();
    await settle();
    tab.loads[1]!.give(2);
    await settle();
    expect(tab.versions()).toEqual([2]);
  });
});

describe("news of items", () => {
  const readNews = (tab: ReturnType<typeof listen>) =>
    tab.told.flatMap((text): unknown[] => {
      const data = /^event: items\ndata: (.*)\n/.exec(text)?.[1];
      return data ? [JSON.parse(data)] : [];
    });

  it("come in one event for a burst of changes, with what is deleted", async () => {
    const tab = listen();
    tab.changeItems([id, goneId]);
    tab.changeItems([id, otherId]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.itemLoads).toEqual([{ userId, ids: [id, goneId, otherId] }]);
    expect(readNews(tab)).toEqual([{ items: [{ id }, { id: otherId }], gone: [goneId] }]);
    tab.changeItems([id]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(readNews(tab)).toHaveLength(2);
  });

  it("say only that many changed, and load none of them", async () => {
    const tab = listen();
    tab.changeItems(null);
    await vi.advanceTimersByTimeAsync(1_000);
    tab.changeItems(Array.from({ length: 101 }, (_, index) => `${id}-${index}`));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.itemLoads).toEqual([]);
    expect(readNews(tab)).toEqual([{ many: true }, { many: true }]);
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

  it("are asked for when one of their own waits, and not when it leaves at once", async () => {
    const tab = listen();
    await vi.advanceTimersByTimeAsync(1_000);
    const before = tab.countPlacesLoads();
    tab.moveOne();
    await settle();
    tab.loads[0]!.give(1, "running");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.countPlacesLoads()).toBe(before);
    tab.moveOne();
    await settle();
    tab.loads[1]!.give(2, "queued");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.countPlacesLoads()).toBe(before + 1);
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

describe("a new generation that may start at once", () => {
  it("is read again without news as long as it is about to leave", async () => {
    const tab = listen();
    tab.moveOne();
    await settle();
    tab.loads[0]!.give(2, "starting");
    await vi.advanceTimersByTimeAsync(600);
    expect(tab.loads).toHaveLength(2);
    tab.loads[1]!.give(2, "starting");
    await vi.advanceTimersByTimeAsync(100);
    // Told in the meantime: read at once.
    tab.notify();
    await settle();
    expect(tab.loads).toHaveLength(3);
    tab.loads[2]!.give(3, "running");
    await vi.advanceTimersByTimeAsync(5_000);
    expect([tab.loads.length, tab.versions()]).toEqual([3, [2, 3]]);
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
    expect(helloes(tab)).toEqual(['{"unchanged":true,"build":"build-1"}', '{"build":"build-1"}']);
  });

  it.each(["earlier", undefined])("sends a plain hello to a browser that has seen %s", async (seen) => {
    const tab = listen(undefined, seen);
    await settle();
    expect(helloes(tab)).toEqual(['{"build":"build-1"}']);
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

describe("streams of one person", () => {
  it("share one load of a change and of the positions", async () => {
    const studio = openStudio();
    const tabs = ["one", "two", "three"].map((credentialId) => openTab(studio, { credentialId }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(studio.countPlacesLoads()).toBe(1);
    studio.notify();
    await settle();
    expect(studio.loads).toHaveLength(1);
    studio.loads[0]!.give(1);
    studio.places.set(id, 2);
    studio.moveLine();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(studio.countPlacesLoads()).toBe(2);
    for (const tab of tabs) {
      expect(tab.versions()).toEqual([1]);
      expect(tab.toldPlaces()).toEqual([{ [id]: 2 }]);
    }
  });

  it("send a new tab the positions that the others have", async () => {
    const studio = openStudio();
    studio.places.set(id, 2);
    const first = openTab(studio);
    await vi.advanceTimersByTimeAsync(1_000);
    const second = openTab(studio);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([first.toldPlaces(), second.toldPlaces()]).toEqual([[{ [id]: 2 }], [{ [id]: 2 }]]);
  });

  it("are told how far a change of many items is, and others are not", async () => {
    const studio = openStudio();
    const own = openTab(studio);
    const strangers = openTab(studio, { userId: strangerId });
    await settle();
    studio.notifyOfTask();
    studio.notifyOfTask(strangerId);
    await settle();
    expect(own.told.at(-1)).toBe(`event: itemTask\ndata: {"task":{"id":"${otherId}","version":3}}\n\n`);
    expect(strangers.told.join("")).not.toContain("itemTask");
    expect(studio.loads).toEqual([]);
  });

  it("get nothing of another person, and leave nothing open", async () => {
    const studio = openStudio();
    const own = openTab(studio);
    const strangers = openTab(studio, { userId: strangerId, credentialId: "of the stranger" });
    await vi.advanceTimersByTimeAsync(1_000);
    studio.notify(otherId, strangerId);
    await settle();
    expect(studio.loads).toMatchObject([{ userId: strangerId, id: otherId }]);
    studio.loads[0]!.give(7);
    await settle();
    expect([own.versions(), strangers.versions()]).toEqual([[], [7]]);
    for (let count = 0; count < 2; count += 1)
      openTab(studio, { userId: strangerId, credentialId: "of the stranger" });
    await strangers.ended;
    expect(studio.isListening(strangerId)).toBe(true);
  });

  it("end with `replaced`, the oldest of a session first, where it has too many", async () => {
    const studio = openStudio();
    const other = openTab(studio, { credentialId: "other" });
    const [first, second] = [openTab(studio), openTab(studio)];
    const third = openTab(studio);
    await first.ended;
    expect(first.told.at(-1)).toBe("event: replaced\ndata: {}\n\n");
    studio.notify();
    await settle();
    studio.loads[0]!.give(1);
    await settle();
    expect([other, first, second, third].map((tab) => tab.versions())).toEqual([[1], [], [1], [1]]);
  });

  it("end with `replaced`, the oldest of the person first, where all sessions together have too many", async () => {
    const studio = openStudio();
    const oldest = openTab(studio, { credentialId: "one" });
    openTab(studio, { credentialId: "two" });
    openTab(studio, { credentialId: "three" });
    openTab(studio, { credentialId: "four" });
    await oldest.ended;
    expect(oldest.told.at(-1)).toContain("event: replaced");
  });

  it("take no slot from another person, and free theirs when they end", async () => {
    const studio = openStudio();
    const stillAllowed = vi.fn(() => Promise.resolve(false));
    const ending = openTab(studio, { stillAllowed });
    const kept = openTab(studio);
    for (let count = 0; count < 2; count += 1)
      openTab(studio, { userId: strangerId, credentialId: "session" });
    await vi.advanceTimersByTimeAsync(15_000);
    await ending.ended;
    openTab(studio);
    expect(ending.told.join("") + kept.told.join("")).not.toContain("replaced");
  });
});
