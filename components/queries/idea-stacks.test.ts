import { describe, expect, it } from "vitest";
import { stackByIdea } from "./idea-stacks";
import { makeGeneration } from "@/lib/generations/testing/make-generation";

const take = (id: string, idea: string, number: number) => makeGeneration({ id, take: { idea, number } });

const ids = (...generations: Parameters<typeof stackByIdea>[0]) =>
  stackByIdea(generations).map(({ takes }) => takes.map(({ id }) => id));

describe("stackByIdea", () => {
  it("puts takes of one idea together where the newest stands, newest first", () => {
    expect(
      ids(take("5", "waltz", 3), take("4", "polka", 1), take("3", "waltz", 2), take("1", "waltz", 1)),
    ).toEqual([["5", "3", "1"], ["4"]]);
  });

  it("keeps the name of a stack while newer takes come", () => {
    const older = [take("3", "waltz", 2), take("1", "waltz", 1)];
    expect(stackByIdea([take("5", "waltz", 3), ...older])[0]?.id).toBe(stackByIdea(older)[0]?.id);
  });

  it("lets what is no take of an idea stand alone", () => {
    expect(ids(makeGeneration({ id: "2" }), makeGeneration({ id: "1" }))).toEqual([["2"], ["1"]]);
    expect(stackByIdea([])).toEqual([]);
  });
});
