import { describe, expect, it } from "vitest";
import {
  countWaiting,
  findAnalysisPlace,
  findFirstGenerations,
  findNextNumber,
  findPlace,
  type LineShare,
} from "./fair-order";

const share = (userId: string, waiting: number) => ({ userId, waiting });

/** The line as it is served: whoever has the turn gets one call sent and goes to the back. */
function serve(shares: readonly { userId: string; waiting: number }[]): string[] {
  const rotation = shares.map((each) => ({ ...each, sent: 0 }));
  const served: string[] = [];
  while (rotation.some(({ waiting, sent }) => sent < waiting)) {
    const one = rotation.shift()!;
    if (one.sent < one.waiting) served.push(`${one.userId}${(one.sent += 1)}`);
    rotation.push(one);
  }
  return served;
}

/** A sequence of numbers from 0 to 1 that is the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("findPlace", () => {
  it("keeps the order of one person", () => {
    const shares = [share("a", 3)];
    expect([1, 2, 3, 4].map((nth) => findPlace(shares, { userId: "a", nth }))).toEqual([1, 2, 3, 4]);
  });

  it("puts one request behind at most one of another's sixty", () => {
    expect(findPlace([share("owner", 0), share("member", 60)], { userId: "owner", nth: 1 })).toBe(1);
    expect(findPlace([share("member", 60), share("owner", 0)], { userId: "owner", nth: 1 })).toBe(2);
  });

  it("takes a person without a share as the last of a round", () => {
    expect(findPlace([share("a", 2), share("b", 1)], { userId: "new", nth: 1 })).toBe(3);
  });

  it("is the place in which the line is served, for 500 random lines", () => {
    const random = createRandom(13);
    for (let round = 0; round < 500; round += 1) {
      const people = 1 + Math.floor(random() * 6);
      const shares = Array.from({ length: people }, (_, index) =>
        share("abcdef"[index]!, Math.floor(random() * 9)),
      );
      const served = serve(shares);
      expect(served).toHaveLength(countWaiting(shares));
      const placed = shares.flatMap(({ userId, waiting }) =>
        Array.from({ length: waiting }, (_, index) => ({
          name: `${userId}${index + 1}`,
          place: findPlace(shares, { userId, nth: index + 1 }),
        })),
      );
      const inOrder = placed.toSorted((left, right) => left.place - right.place);
      expect(inOrder.map(({ name }) => name)).toEqual(served);
      expect(inOrder.map(({ place }) => place)).toEqual(served.map((_, index) => index + 1));
    }
  });

  it("tells a new request the place that it gets, for 500 random lines", () => {
    const random = createRandom(51);
    for (let round = 0; round < 500; round += 1) {
      const shares = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) =>
        share("abcdef"[index]!, Math.floor(random() * 9)),
      );
      const { userId } = shares[Math.floor(random() * shares.length)]!;
      const told = findPlace(shares, { userId, nth: findNextNumber(shares, userId) });
      const joined = shares.map((each) => (each.userId === userId ? share(userId, each.waiting + 1) : each));
      expect(serve(joined)[told - 1]).toBe(`${userId}${findNextNumber(shares, userId)}`);
    }
  });
});

describe("the first calls of a line", () => {
  const generation = (id: string, nth: number) => ({ id, nth, scheduledAt: 0 });
  const shares: LineShare[] = [
    { userId: "a", waiting: 3, analyses: [{ id: "a1", nth: 1 }], generations: [generation("a2", 2)] },
    { userId: "b", waiting: 2, analyses: [], generations: [generation("b1", 1), generation("b2", 2)] },
  ];

  it("are those whose turn it is, with the analyses before them counted", () => {
    expect(findFirstGenerations(shares)).toEqual([
      { id: "b1", nth: 1, scheduledAt: 0, place: 2 },
      { id: "a2", nth: 2, scheduledAt: 0, place: 3 },
    ]);
    expect(findFirstGenerations([])).toEqual([]);
  });

  it("include analyses, of which a late one is the person's first", () => {
    expect(findAnalysisPlace(shares, { userId: "a", id: "a1" })).toBe(1);
    expect(findAnalysisPlace(shares, { userId: "b", id: "late" })).toBe(2);
  });
});
