import { describe, expect, it } from "vitest";
import { KeptAnswers, KeyConflict } from "./kept-answers";

class NothingMade extends Error {}

function create(options: { keepMs?: number; maxAnswers?: number } = {}) {
  let nowMs = 0;
  let made = 0;
  const kept = new KeptAnswers<number>({
    now: () => nowMs,
    mayTryAnew: (error) => error instanceof NothingMade,
    ...options,
  });
  return {
    ask: (key: string, question = "?", make = () => Promise.resolve((made += 1))) =>
      kept.get(key, question, make),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("KeptAnswers", () => {
  it("gives one answer to all who ask under a key, at once and later", async () => {
    const { ask, pass } = create();
    expect(await Promise.all([ask("a"), ask("a"), ask("b")])).toEqual([1, 1, 2]);
    pass(14 * 60_000);
    expect(await ask("a")).toBe(1);
  });

  it("forgets an answer after its time, one that is being made never", async () => {
    const { ask, pass } = create({ keepMs: 1_000 });
    const { promise, resolve } = Promise.withResolvers<number>();
    const slow = ask("slow", "?", () => promise);
    expect(await ask("a")).toBe(1);
    pass(1_000);
    expect(await ask("a")).toBe(2);
    const again = ask("slow");
    resolve(7);
    expect(await Promise.all([slow, again])).toEqual([7, 7]);
  });

  it("keeps no more than it may", async () => {
    const { ask } = create({ maxAnswers: 2 });
    expect([await ask("a"), await ask("b"), await ask("c"), await ask("c")]).toEqual([1, 2, 3, 3]);
    expect(await ask("a")).toBe(4);
  });

  it("refuses another question under the same key", async () => {
    const { ask } = create();
    await ask("a", "one");
    expect(() => ask("a", "two")).toThrow(KeyConflict);
  });

  it("lets a key try anew only where nothing was made", async () => {
    const { ask } = create();
    await expect(ask("a", "?", () => Promise.reject(new NothingMade()))).rejects.toThrow(NothingMade);
    expect(await ask("a")).toBe(1);
    await expect(ask("b", "?", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    await expect(ask("b")).rejects.toThrow("lost");
  });
});
