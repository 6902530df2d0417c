import { describe, expect, it } from "vitest";
import { readProjectItemSort, toProjectItemList } from "./project-order";

describe("the order of a project's items", () => {
  it.each([
    ["title", "title"],
    ["newest", "newest"],
    [null, "order"],
    ["constructor", "order"],
  ])("is read from %j as %s", (value, sort) => {
    expect(readProjectItemSort(value)).toBe(sort);
  });

  it("is left out of the list where it is its own", () => {
    expect(toProjectItemList("order")).toEqual({});
    expect(toProjectItemList("title", "image")).toEqual({ kind: "image", sort: "title" });
  });
});
