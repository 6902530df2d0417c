// Counts of the reports of Vitest and Playwright. A run without tests, or one that failed outside of its tests, counts as a failure.

/**
 * @param {{ numPassedTests: number, numFailedTests: number } | null} report Vitest's JSON report
 * @param {number} exitCode
 * @param {{ mayBeEmpty?: boolean }} [options] `mayBeEmpty` accepts a run without tests
 */
export function countVitest(report, exitCode, { mayBeEmpty = false } = {}) {
  const counts = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
  return withFaults(counts, exitCode, mayBeEmpty);
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } } | null} report Playwright's JSON report
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number, flaky: number }} `flaky` tests passed on their second try
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { ...withFaults({ passed: expected + flaky, failed: unexpected }, exitCode, false), flaky };
}

function withFaults({ passed, failed }, exitCode, mayBeEmpty) {
  const ranNothing = passed + failed === 0 && !mayBeEmpty;
  const failedElsewhere = exitCode !== 0 && failed === 0;
  return { passed, failed: ranNothing || failedElsewhere ? 1 : failed };
}
