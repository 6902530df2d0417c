import { expect, it } from "vitest";
import { compareEnds } from "./judge-studio";

const accepted = new Map([
  ["a", { generator: "image" }],
  ["b", { generator: "video" }],
]);
const ends = [
  { id: "a", state: "succeeded" },
  { id: "b", state: "unknown" },
] as const;

it("accepts what is there once and the same after a restart", () => {
  expect(compareEnds(ends, ends, accepted)).toEqual([]);
});

it("reports what is lost, changed by a restart, or there twice", () => {
  expect(compareEnds([ends[0]], [ends[0]], accepted)).toEqual(["video b was accepted and is lost"]);
  expect(compareEnds(ends, [ends[0], { id: "b", state: "succeeded" }], accepted)).toEqual([
    "b was unknown and is succeeded",
  ]);
  expect(compareEnds(ends, [...ends, { id: "c", state: "succeeded" }], accepted)).toEqual([
    "2 requests were accepted, and there are 3 generations",
  ]);
});
