import { describe, expect, it } from "vitest";
import { isModestJson } from "./json-limits";

const check = (text: string) => isModestJson(new TextEncoder().encode(text), { maxDepth: 3, maxValues: 6 });

describe("isModestJson", () => {
  it("limits the depth of nesting, not the number of brackets", () => {
    expect(check('[{"a":[1]}]')).toBe(true);
    expect(check('[{"a":[[1]]}]')).toBe(false);
    expect(check("[[],[]]")).toBe(true);
  });

  it("limits the number of values", () => {
    expect(check("[1,2,3,4,5,6]")).toBe(true);
    expect(check("[1,2,3,4,5,6,7]")).toBe(false);
    expect(check("[[],[],[],[]]")).toBe(false);
  });

  it("ignores brackets, commas and escaped quotes inside texts", () => {
    expect(check(String.raw`{"[[[[,,,,,,,\"[[[[\\":"]]]],,,,,,,,"}`)).toBe(true);
    expect(check(String.raw`{"\\":[[[1]]]}`)).toBe(false);
  });
});
