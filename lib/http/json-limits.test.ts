import { describe, expect, it } from "vitest";
import { createJsonGauge } from "./json-limits";

/** Checks a text as a whole and byte by byte. */
function check(text: string): boolean {
  const limits = { maxDepth: 3, maxValues: 6 };
  const bytes = new TextEncoder().encode(text);
  const takeByte = createJsonGauge(limits);
  const inBytes = Array.from(bytes, (_byte, at) => takeByte(bytes.subarray(at, at + 1))).every(Boolean);
  expect(createJsonGauge(limits)(bytes)).toBe(inBytes);
  return inBytes;
}

describe("createJsonGauge", () => {
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
