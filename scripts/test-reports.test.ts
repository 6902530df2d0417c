import path from "node:path";
import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest, listPlaywrightFailures, listVitestFailures } from "./test-reports.mjs";

describe("countVitest", () => {
  it("takes the numbers of the report", () => {
    expect(countVitest({ numPassedTests: 5, numFailedTests: 2, testResults: [] }, 1)).toEqual({
      passed: 5,
      failed: 2,
      flaky: 0,
    });
  });

  it("counts a file that does not load as a failure", () => {
    const report = { numPassedTests: 5, numFailedTests: 0, testResults: [] };
    expect(countVitest(report, 1)).toEqual({ passed: 5, failed: 1, flaky: 0 });
  });

  it("counts a test that passed on its second try, and names it as flaky", () => {
    const assertionResults = [
      { status: "passed", failureMessages: ["was late"] },
      { status: "passed", failureMessages: [] },
    ];
    const report = { numPassedTests: 2, numFailedTests: 0, testResults: [{ assertionResults }] };
    expect(countVitest(report, 0)).toEqual({ passed: 2, failed: 0, flaky: 1 });
  });

  it.each([null, { numPassedTests: 0, numFailedTests: 0, testResults: [] }])(
    "counts a run without tests as a failure (%j)",
    (report) => {
      expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1, flaky: 0 });
    },
  );

  it("accepts a run without tests where nothing changed, unless it failed", () => {
    expect(countVitest(null, 0, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 0, flaky: 0 });
    expect(countVitest(null, 1, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 1, flaky: 0 });
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

describe("listVitestFailures", () => {
  it("names tests that failed once or twice and files that do not load, with their errors", () => {
    const report = {
      testResults: [
        {
          name: path.resolve("lib/a.test.ts"),
          status: "failed",
          message: "",
          assertionResults: [
            { fullName: "adds", status: "passed", failureMessages: [] },
            { fullName: "waits", status: "passed", failureMessages: ["was late"] },
            {
              fullName: "counts",
              status: "failed",
              failureMessages: [
                "\u001B[31mexpected 1 to be 2\u001B[39m\n  at a.test.ts:5\n  at node_modules/b.js:1",
              ],
            },
          ],
        },
        {
          name: path.resolve("b.test.ts"),
          status: "failed",
          message: "No such module",
          assertionResults: [],
        },
        { name: path.resolve("c.test.ts"), status: "passed", message: "", assertionResults: [] },
      ],
    };
    expect(listVitestFailures(report)).toEqual([
      "Failed, and passed when tried again: lib/a.test.ts › waits\n    was late",
      "Failed: lib/a.test.ts › counts\n    expected 1 to be 2\n      at a.test.ts:5",
      "Failed: b.test.ts\n    No such module",
    ]);
    expect(listVitestFailures(null)).toEqual([]);
  });
});

describe("listPlaywrightFailures", () => {
  it("names journeys that failed once or twice, also of nested suites", () => {
    const spec = (title: string, status: string, message?: string) => ({
      file: "back.spec.ts",
      line: 7,
      title,
      tests: [{ status, results: [{ error: message ? { message } : undefined }, {}] }],
    });
    const report = {
      errors: [{ message: "No studio" }],
      suites: [
        {
          specs: [spec("one", "expected"), spec("two", "flaky", "was late")],
          suites: [{ specs: [spec("three", "unexpected", "is wrong")] }],
        },
      ],
    };
    expect(listPlaywrightFailures(report)).toEqual([
      "Failed: e2e\n    No studio",
      "Failed, and passed when tried again: e2e/back.spec.ts:7 › two\n    was late",
      "Failed: e2e/back.spec.ts:7 › three\n    is wrong",
    ]);
    expect(listPlaywrightFailures(null)).toEqual([]);
  });
});
