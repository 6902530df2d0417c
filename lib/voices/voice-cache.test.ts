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
  it("requests the list once for simultaneous readers, and not again while it is fresh", async () => {
    const { cache, clock } = openCache();
    const load = vi.fn(async () => [voice("a")]);
    const [first, second] = await Promise.all([cache.get("key", load), cache.get("key", load)]);
    clock.nowMs += 999;
    expect(idsOf(first)).toEqual(["a"]);
    expect(second).toBe(first);
    expect(await cache.get("key", load)).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("returns an old list at once and refreshes it", async () => {
    const { cache, clock } = openCache();
    await cache.get("key", async () => [voice("old")]);
    clock.nowMs += 1_000;
    const refreshed = Promise.withResolvers<Voice[]>();
    expect(idsOf(await cache.get("key", () => refreshed.promise))).toEqual(["old"]);
    refreshed.resolve([voice("new")]);
    await refreshed.promise;
    const load = vi.fn(async () => [voice("newer")]);
    await expect.poll(async () => idsOf(await cache.get("key", load))).toEqual(["new"]);
    expect(load).not.toHaveBeenCalled();
  });

  it("refreshes at once on request, and keeps the old list if that fails", async () => {
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

  it("keeps the old list when a refresh fails, and reports it", async () => {
    const { cache, clock, report } = openCache();
    await cache.get("key", async () => [voice("old")]);
    clock.nowMs += 1_000;
    const fault = new Error("not now");
    expect(idsOf(await cache.get("key", () => Promise.reject(fault)))).toEqual(["old"]);
    await expect.poll(() => report.mock.calls).toEqual([[fault]]);
    expect(idsOf(await cache.get("key", () => Promise.reject(fault)))).toEqual(["old"]);
  });

  it("waits before it requests the list from a failing service again", async () => {
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

  it("drops the least recently used list", async () => {
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
