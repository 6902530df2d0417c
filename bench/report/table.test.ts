import { describe, expect, it } from "vitest";
import { atMost, formatTable, meetsAim, ratioAtLeast, type Measure } from "./table";

const faster: Measure = {
  name: "decoder: speed",
  unit: "MB/s",
  floor: 75,
  figure: 300,
  aim: ratioAtLeast(3),
};
const slow: Measure = { name: "start: warm", unit: "s", figure: 4.256, aim: atMost(3) };

describe("formatTable", () => {
  it("writes one line a measure, with floor, ratio, aim and verdict", () => {
    expect(formatTable([faster, slow, { name: "plain", unit: "", figure: 1234.5 }])).toBe(
      [
        "| measure        |   floor |   figure | ratio | aim        | ok  |",
        "| -------------- | ------: | -------: | ----: | ---------- | --- |",
        "| decoder: speed | 75 MB/s | 300 MB/s |     4 | ratio >= 3 | yes |",
        "| start: warm    |         |   4.26 s |       | <= 3 s     | NO  |",
        "| plain          |         |     1235 |       |            |     |",
      ].join("\n"),
    );
  });
});

describe("meetsAim", () => {
  it("judges the ratio or the figure, whichever the aim is about", () => {
    expect(meetsAim(faster)).toBe(true);
    expect(meetsAim({ ...faster, floor: 101 })).toBe(false);
    expect(meetsAim(slow)).toBe(false);
    expect(meetsAim({ ...slow, figure: 3 })).toBe(true);
    expect(meetsAim({ name: "plain", unit: "", figure: 1 })).toBeNull();
  });

  it("refuses an aim for a ratio without a floor", () => {
    const { floor: _floor, ...rest } = faster;
    expect(() => meetsAim(rest)).toThrow(/no floor/);
  });
});
