// Counts and failures in the reports of Vitest and Playwright. A run without tests, or one that failed outside of its
// tests, counts as a failure.
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: object[] } | null} report Vitest's JSON report
 * @param {number} exitCode
 * @param {{ mayBeEmpty?: boolean }} [options] `mayBeEmpty` accepts a run without tests
 * @returns {{ passed: number, failed: number, flaky: number }} `flaky` tests passed on their second try
 */
export function countVitest(report, exitCode, { mayBeEmpty = false } = {}) {
  const counts = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return { ...withFaults(counts, exitCode, mayBeEmpty), flaky: tests.filter(isFlaky).length };
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

/** Lines of an error that a list of failures shows. */
const shownLines = 12;

/** @returns {string[]} the name of each test that failed, also once only, or of a file that did not load, with its error */
export function listVitestFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative("", name);
    const failed = assertionResults.filter((test) => test.status === "failed" || isFlaky(test));
    if (failed.length === 0) return status === "failed" ? [describeFailure(file, false, message)] : [];
    return failed.map((test) =>
      describeFailure(`${file} › ${test.fullName}`, isFlaky(test), test.failureMessages[0]),
    );
  });
}

/** Vitest keeps the errors of the first try. */
const isFlaky = ({ status, failureMessages }) => status === "passed" && failureMessages.length > 0;

/** @returns {string[]} the name of each journey that failed, also once only, with its first error */
export function listPlaywrightFailures(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const errors = (report?.errors ?? []).map(({ message }) => describeFailure("e2e", false, message));
  const failed = (report?.suites ?? []).flatMap(specs).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error.message;
        return describeFailure(`e2e/${file}:${line} › ${title}`, status === "flaky", message);
      }),
  );
  return [...errors, ...failed];
}

function describeFailure(name, passedLater, message = "") {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split("\n")
    .filter((line) => !line.includes("node_modules/"))
    .slice(0, shownLines);
  const title = passedLater ? `Failed, and passed when tried again: ${name}` : `Failed: ${name}`;
  return [title, ...lines.map((line) => `    ${line}`)].join("\n");
}

function withFaults({ passed, failed }, exitCode, mayBeEmpty) {
  const ranNothing = passed + failed === 0 && !mayBeEmpty;
  const failedElsewhere = exitCode !== 0 && failed === 0;
  return { passed, failed: ranNothing || failedElsewhere ? 1 : failed };
}
