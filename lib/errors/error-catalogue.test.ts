import { describe, expect, it } from "vitest";
import { findErrorEntry, findMade } from "./error-catalogue";

describe("findMade", () => {
  it.each([
    ["service.sensitive", "nothing"],
    ["service.output-sensitive", "unknown"],
    ["network.refused", "nothing"],
    ["network.lost", "unknown"],
    ["connection.missing", "nothing"],
    ["result.link-dead", "something"],
    ["a.code-of-the-past", "unknown"],
  ])("says of %s that %s was made", (code, made) => {
    expect(findMade(code)).toBe(made);
  });
});

describe("findErrorEntry", () => {
  it("has words for a code that is no longer known", () => {
    expect(findErrorEntry("a.code-of-the-past")).toBe(findErrorEntry("internal"));
  });
});
