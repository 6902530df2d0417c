import { describe, expect, it, vi } from "vitest";
import type { Voice } from "@/lib/service/client/speech.server";
import { VoiceCache } from "./voice-cache.server";

const voice = (voiceId: string): Voice => ({ voiceId, name: null, description: [] });
const idsOf = (voices: Voice[]) => voices.map(({ voiceId }) => voiceId);

function openCache(options: { maxLists?: number; maxVoices?: number } = {}) {
  const clock = { nowMs: 1_000_000 };
  const report = vi.fn<(error: unknown) => void>();
  const cache = new VoiceCache({
    now: () => clock.nowMs,
    report,
    freshMs: 1_000,
    retryMs: 100,
    ...options,
  });
  return { cache, clock, report };
}

describe("VoiceCache", () => {
  it("asks once for all who ask together, and not again while the list is fresh", async () => {
    const { cache, clock } = openCache();
    const load = vi.fn(async () => [voice("a")]);
    const [first, second] = await Promise.all([cache.get("key", load), cache.get("key", load)]);
    clock.nowMs += 999;
    expect(idsOf(first)).toEqual(["a"]);
    expect(second).toBe(first);
    expect(await cache.get("key", load)).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("gives an old list at once and a new one afterwards", async () => {
    const { cache, clock } = openCache();
    await cache.get("key", async () => [voice("old")]);
    clock.nowMs += 1_000;
    const refreshed = Promise.withResolvers<Voice[]>();
    expect(idsOf(await cache.get("key", () => refreshed.promise))).toEqual(["old"]);
    refreshed.resolve([voice("new")]);
    await refreshed.promise;
    const load = vi.fn(async () => [voice("newer")]);
    await vi.waitFor(async () => expect(idsOf(await cache.get("key", load))).toEqual(["new"]));
    expect(load).not.toHaveBeenCalled();
  });

  it("asks at once when a person wants it, and keeps the old list where that fails", async () => {
    const { cache } = openCache();
    await cache.get("key", async () => [voice("old")]);
    await cache.refresh("key", async () => [voice("new")]);
    const unused = vi.fn<() => Promise<Voice[]>>();
    expect(idsOf(await cache.get("key", unused))).toEqual(["new"]);
    const fault = new Error("not now");
    await expect(cache.refresh("key", () => Promise.reject(fault))).rejects.toBe(fault);
    expect(idsOf(await cache.get("key", unused))).toEqual(["new"]);
    expect(unused).not.toHaveBeenCalled();
  });

  it("keeps the old list when a refresh fails, and tells of it", async () => {
    const { cache, clock, report } = openCache();
    await cache.get("key", async () => [voice("old")]);
    clock.nowMs += 1_000;
    const fault = new Error("not now");
    expect(idsOf(await cache.get("key", () => Promise.reject(fault)))).toEqual(["old"]);
    await vi.waitFor(() => expect(report).toHaveBeenCalledExactlyOnceWith(fault));
    expect(idsOf(await cache.get("key", () => Promise.reject(fault)))).toEqual(["old"]);
  });

  it("leaves a service that could not be asked alone for a while", async () => {
    const { cache, clock } = openCache();
    const load = vi.fn<() => Promise<Voice[]>>(async () => {
      throw new Error("down");
    });
    await expect(cache.get("key", load)).rejects.toThrow("down");
    clock.nowMs += 99;
    await expect(cache.get("key", load)).rejects.toThrow("down");
    expect(load).toHaveBeenCalledTimes(1);
    clock.nowMs += 1;
    load.mockResolvedValue([voice("up")]);
    expect(idsOf(await cache.get("key", load))).toEqual(["up"]);
  });

  it("forgets the list that was not asked for longest, and keeps no list without end", async () => {
    const { cache } = openCache({ maxLists: 2, maxVoices: 3 });
    const load = vi.fn(async () => ["a", "b", "a", "c", "d"].map(voice));
    expect(idsOf(await cache.get("one", load))).toEqual(["a", "b", "c"]);
    await cache.get("two", load);
    await cache.get("one", load);
    await cache.get("three", load);
    expect(load).toHaveBeenCalledTimes(3);
    await cache.get("one", load);
    expect(load).toHaveBeenCalledTimes(3);
    await cache.get("two", load);
    expect(load).toHaveBeenCalledTimes(4);
  });
});
