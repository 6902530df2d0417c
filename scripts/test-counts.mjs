// What the reports of the test programs say. A program that ran nothing, or that failed beside its tests, counts as a failure.

/**
 * @param {{ numPassedTests: number, numFailedTests: number } | null} report vitest's JSON report
 * @param {number} exitCode
 */
export function countVitest(report, exitCode) {
  return withFaults({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, exitCode);
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } } | null} report Playwright's JSON report
 * @param {number} exitCode
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  // A test that passes only the second time is a fault that hides.
  return withFaults({ passed: expected, failed: unexpected + flaky }, exitCode);
}

function withFaults({ passed, failed }, exitCode) {
  const ranNothing = passed + failed === 0;
  const failedElsewhere = exitCode !== 0 && failed === 0;
  return { passed, failed: ranNothing || failedElsewhere ? 1 : failed };
}
