import { describe, expect, it } from "vitest";
import { takeTurns, type Turn } from "./use-turns";

const wanted: Turn[] = [
  { key: "day", tiles: 0 },
  { key: "first", tiles: 5 },
  { key: "second", tiles: 6 },
  { key: "third", tiles: 4 },
];

const take = (shown: string[], share: number) => [...takeTurns(wanted, { shown: new Set(shown), share })];

describe("takeTurns", () => {
  it("takes rows in order until their tiles reach the share", () => {
    expect(take([], 5)).toEqual(["day", "first"]);
    expect(take([], 6)).toEqual(["day", "first", "second"]);
    expect(take([], Infinity)).toEqual(["day", "first", "second", "third"]);
  });

  it("keeps rows that are shown, which cost nothing", () => {
    expect(take(["second", "third"], 0)).toEqual(["second", "third"]);
    expect(take(["second"], 1)).toEqual(["day", "first", "second"]);
  });

  it("drops rows that are no longer wanted", () => {
    expect(take(["gone", "first"], 0)).toEqual(["first"]);
  });
});
