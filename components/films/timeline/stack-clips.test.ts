import { expect, it } from "vitest";
import { stackClips } from "./stack-clips";

const clip = (id: string, atMs: number, lengthMs = 1_000) => ({ id, atMs, lengthMs });

it("leaves clips that follow each other in one row", () => {
  expect(stackClips([clip("b", 1_000), clip("a", 0)])).toEqual({
    rows: new Map([
      ["a", 0],
      ["b", 0],
    ]),
    count: 1,
  });
  expect(stackClips([]).count).toBe(1);
});

it("puts those that overlap below each other, and returns to the first free row", () => {
  const { rows, count } = stackClips([clip("a", 0), clip("b", 500), clip("c", 1_000)]);
  expect(Object.fromEntries(rows)).toEqual({ a: 0, b: 1, c: 0 });
  expect(count).toBe(2);
});

it("has four rows at most", () => {
  const { rows, count } = stackClips(["a", "b", "c", "d", "e", "f"].map((id) => clip(id, 0)));
  expect([...rows.values()]).toEqual([0, 1, 2, 3, 3, 3]);
  expect(count).toBe(4);
});
