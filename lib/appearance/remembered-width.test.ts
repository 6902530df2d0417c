import { describe, expect, it } from "vitest";
import { readRememberedWidth } from "./remembered-width";

function readFrom(value: string | undefined) {
  return readRememberedWidth("library", { get: () => (value === undefined ? undefined : { value }) });
}

describe("readRememberedWidth", () => {
  it("reads the width of a place", () => {
    expect(readFrom("1180.5")).toEqual({ cookie: "library-width", widthPx: 1180.5 });
  });

  it.each([undefined, "", "wide", "NaN", "Infinity", "-380", "0", "1e9"])("knows no width in %j", (value) => {
    expect(readFrom(value).widthPx).toBe(0);
  });
});
