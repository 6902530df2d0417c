import { describe, expect, it } from "vitest";
import { parseInput } from "@/lib/errors/parse-input";
import { connectionInputSchema } from "./connection-input";

function nest(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
}

function checkOverrides(modelNames: unknown): unknown {
  return parseInput(connectionInputSchema, { profileId: "sandbox", overrides: { modelNames } });
}

describe("overrides of a connection", () => {
  it.each([
    ["60,000 names", Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, "x"]))],
    ["a list of 60,000 values", { names: Array.from({ length: 60_000 }, () => 1) }],
    ["100,000 levels", nest(100_000)],
  ])("are refused with %s, in one problem", (_what, modelNames) => {
    const fields = [{ path: "overrides", key: "field.too-many", values: { maximum: 1_000 } }];
    expect(() => checkOverrides(modelNames)).toThrow(
      expect.objectContaining({ code: "input.invalid", fields }),
    );
  });

  it("may have as many values as a whole profile", () => {
    const names = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, "x"]));
    expect(checkOverrides(names)).toMatchObject({ overrides: { modelNames: names } });
  });
});
