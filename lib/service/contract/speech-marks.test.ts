import { describe, expect, it } from "vitest";
import { findPauseMarkerProblems, listPauseMarkers } from "./speech-marks.ts";

/** Each marker of a text with its problems. */
const describeMarkers = (text: string) =>
  listPauseMarkers(text).map(({ from, to, problems }) => [text.slice(from, to), ...problems]);

describe("listPauseMarkers", () => {
  it.each([
    ["no marker at all", []],
    ["one<#1.5#>two", [["<#1.5#>"]]],
    ["one<#0.01#>two<#99.99#>three", [["<#0.01#>"], ["<#99.99#>"]]],
    ["海<#2#>🌊边<#1#>灯", [["<#2#>"], ["<#1#>"]]],
    [
      "one<#0#>two<#100#>three<#1.234#>four<##>five<#.5#>six",
      [
        ["<#0#>", "duration"],
        ["<#100#>", "duration"],
        ["<#1.234#>", "duration"],
        ["<##>", "duration"],
        ["<#.5#>", "duration"],
      ],
    ],
    ["<#1#>two", [["<#1#>", "position"]]],
    ["one<#1#>", [["<#1#>", "position"]]],
    ["<#1#>", [["<#1#>", "position"]]],
    ["one<#1#> … <#2#>two", [["<#1#>"], ["<#2#>", "consecutive"]]],
    ["one<#1#><#2#>", [["<#1#>"], ["<#2#>", "consecutive", "position"]]],
    ["!<#0#>!", [["<#0#>", "duration", "position"]]],
  ])("reads %j", (text, markers) => {
    expect(describeMarkers(text)).toEqual(markers);
  });

  it("handles a text of 50,000 markers", () => {
    const text = "a<#1#>".repeat(50_000) + "a";
    expect(listPauseMarkers(text).filter(({ problems }) => problems.length > 0)).toEqual([]);
  });
});

describe("findPauseMarkerProblems", () => {
  it("reports each problem once, with its first marker", () => {
    expect(findPauseMarkerProblems("<#1#>one<#0#>two<#0.001#><#2#>three")).toEqual([
      { problem: "position", marker: "<#1#>" },
      { problem: "duration", marker: "<#0#>" },
      { problem: "consecutive", marker: "<#2#>" },
    ]);
  });
});
