type Counts = { passed: number; failed: number };
export function countVitest(
  report: { numPassedTests: number; numFailedTests: number } | null,
  exitCode: number,
): Counts;
export function countPlaywright(
  report: { stats: { expected: number; unexpected: number; flaky: number } } | null,
  exitCode: number,
): Counts;
