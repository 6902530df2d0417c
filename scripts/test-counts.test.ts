import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./test-counts.mjs";

describe("countVitest", () => {
  it("takes the numbers of the report", () => {
    expect(countVitest({ numPassedTests: 5, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it("counts a file that does not load as a failure", () => {
    expect(countVitest({ numPassedTests: 5, numFailedTests: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
  });

  it.each([null, { numPassedTests: 0, numFailedTests: 0 }])(
    "counts a run without tests as a failure (%j)",
    (report) => {
      expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1 });
    },
  );

  it("accepts a run without tests where nothing changed, unless it failed", () => {
    expect(countVitest(null, 0, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 0 });
    expect(countVitest(null, 1, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 1 });
  });
});

describe("countPlaywright", () => {
  it("counts a test that passed on its second try, and names it as flaky", () => {
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 } }, 1)).toEqual({
      passed: 4,
      failed: 1,
      flaky: 1,
    });
  });

  it("counts a run that never wrote its report as a failure", () => {
    expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  });
});
