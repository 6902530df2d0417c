import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { setTitleBodySchema } from "./generation-title";
import { titleMaxLength } from "@/lib/items/title-line";

function problemsOf(body: unknown) {
  const result = setTitleBodySchema.safeParse(body);
  return result.success ? [] : toFieldProblems(result.error, body);
}

describe("a title", () => {
  it.each([
    ["Harbour waltz, final", "Harbour waltz, final"],
    ["  Harbour\r\n\twaltz\u2028\u0085 final\u00a0 ", "Harbour waltz final"],
    ["港口\u3000圆舞曲", "港口 圆舞曲"],
    ["🌊".repeat(titleMaxLength), "🌊".repeat(titleMaxLength)],
    [` ${"é".repeat(titleMaxLength)}\n`, "é".repeat(titleMaxLength)],
    ["100%_\\", "100%_\\"],
  ])("is kept as one line: %j", (typed, kept) => {
    expect(setTitleBodySchema.parse({ title: typed })).toEqual({ title: kept });
  });

  it.each([
    ["", "field.required"],
    [" \n\t ", "field.required"],
    ["\u200b\u2060", "field.required"],
    ["Half \ud83c", "field.characters"],
    ["\0", "field.characters"],
    ["🌊".repeat(titleMaxLength + 1), "field.too-long"],
    [7, "field.type"],
    [undefined, "field.required"],
    [null, "field.type"],
  ])("is not %j", (title, key) => {
    expect(problemsOf({ title })).toMatchObject([{ path: "title", key }]);
  });

  it("reports its maximum length, and rejects other fields", () => {
    expect(problemsOf({ title: "a".repeat(121) })).toEqual([
      { path: "title", key: "field.too-long", values: { maximum: 120 } },
    ]);
    expect(problemsOf({ title: "Waltz", favourite: true })).toEqual([
      { path: "favourite", key: "field.unknown" },
    ]);
  });
});
