import { describe, expect, it } from "vitest";
import { formatTable } from "./format-table";
import { meetsTarget, type Measurement } from "./measurement";

const faster: Measurement = {
  name: "decoder: speed",
  value: { amount: 300, unit: "MB/s" },
  reference: { amount: 75, unit: "MB/s" },
  target: { of: "ratio", comparison: "at least", amount: 3 },
};
const slow: Measurement = {
  name: "start: warm",
  value: { amount: 4.256, unit: "s" },
  target: { of: "value", comparison: "at most", amount: 3 },
};

describe("formatTable", () => {
  it("writes one line a measurement, with ratio, target and verdict", () => {
    expect(formatTable([faster, slow, { name: "plain", value: { amount: 1234.5, unit: "" } }])).toBe(
      [
        "| measure        |    value | reference | ratio | target     | ok  |",
        "| -------------- | -------: | --------: | ----: | ---------- | --- |",
        "| decoder: speed | 300 MB/s |   75 MB/s |     4 | ratio >= 3 | yes |",
        "| start: warm    |   4.26 s |           |       | <= 3 s     | NO  |",
        "| plain          |     1235 |           |       |            |     |",
      ].join("\n"),
    );
  });
});

describe("meetsTarget", () => {
  it("judges the ratio or the value, whichever the target is about", () => {
    expect(meetsTarget(faster)).toBe(true);
    expect(meetsTarget({ ...faster, reference: { amount: 101, unit: "MB/s" } })).toBe(false);
    expect(meetsTarget(slow)).toBe(false);
    expect(meetsTarget({ ...slow, value: { amount: 3, unit: "s" } })).toBe(true);
  });

  it("refuses to compare different units, and a ratio to nothing", () => {
    expect(() => meetsTarget({ ...faster, reference: { amount: 1, unit: "MB" } })).toThrow(/do not compare/);
    expect(() => meetsTarget({ name: "x", value: faster.value, target: faster.target! })).toThrow(
      /no reference/,
    );
  });
});
