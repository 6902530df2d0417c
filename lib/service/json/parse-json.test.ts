import { describe, expect, it } from "vitest";
import { parseJsonBytes, parseJsonKeepingDigits, rawInteger } from "./parse-json.server.ts";

describe("parseJsonKeepingDigits", () => {
  it("keeps integers that exceed a number, and everything else unchanged", () => {
    const text =
      '{"a":9007199254740993,"b":-9223372036854775808,"c":9007199254740991,"d":1.5e300,"e":"12345678901234567890"}';
    expect(parseJsonKeepingDigits(text)).toEqual({
      a: "9007199254740993",
      b: "-9223372036854775808",
      c: 9007199254740991,
      d: 1.5e300,
      e: "12345678901234567890",
    });
  });

  it("throws for invalid JSON", () => {
    expect(() => parseJsonKeepingDigits("{")).toThrow(SyntaxError);
    expect(() => parseJsonBytes(Buffer.from("nonsense"))).toThrow("not JSON");
  });
});

describe("rawInteger", () => {
  it("writes every digit, and accepts only digits", () => {
    expect(JSON.stringify({ id: rawInteger("9223372036854775807"), n: rawInteger(5) })).toBe(
      '{"id":9223372036854775807,"n":5}',
    );
    for (const text of ["", "1,2", "01", "1.5", '1,"x":2'])
      expect(() => rawInteger(text)).toThrow("not an integer");
  });
});
