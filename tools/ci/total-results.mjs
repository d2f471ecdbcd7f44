/**
 * The parts of the test runner's JSON report that are counted.
 *
 * @typedef {object} Report
 * @property {boolean} success Whether the run as a whole succeeded.
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly FileResult[]} [testResults]
 */

/**
 * The result of one test file.
 *
 * @typedef {object} FileResult
 * @property {string} name Path of the file.
 * @property {string} status `passed` or `failed`.
 * @property {string} [message] Why the file could not be loaded.
 * @property {readonly { status: string, fullName: string, failureMessages?: readonly string[] | null }[]} assertionResults
 */

/**
 * The sum of several runs.
 *
 * @typedef {object} Totals
 * @property {string} line `N passed, N failed`, with `, N skipped` when any were.
 * @property {boolean} success True when tests ran and none failed.
 */

/**
 * Adds up the reports of several test runs. A run without a report, one that executed nothing, and one that failed
 * outside any test each count as a failure, because a missing result does not prove success.
 *
 * @param {readonly (Report | undefined)[]} reports One for each run; `undefined` for a run that did not write one.
 * @param {number} [failedSteps] Number of failed steps other than tests. Default: 0.
 * @returns {Totals} The sum.
 */
export function totalResults(reports, failedSteps = 0) {
  let [passed, failed, skipped] = [0, failedSteps, 0];
  for (const report of reports) {
    if (!report) {
      failed += 1;
      continue;
    }
    const executed = report.numPassedTests + report.numFailedTests;
    const elsewhere = report.numFailedTests === 0 && (!report.success || executed === 0);
    passed += report.numPassedTests;
    failed += report.numFailedTests + (elsewhere ? 1 : 0);
    skipped += report.numPendingTests + report.numTodoTests;
  }
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, success: failed === 0 && passed > 0 };
}

/**
 * @param {Report | undefined} report Report of a run.
 * @returns {readonly string[]} What failed, each with the first line of its reason.
 */
export function failedTests(report) {
  const files = report?.testResults?.filter(({ status }) => status === "failed") ?? [];
  return files.flatMap(({ name, message = "", assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0) return [`${name}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages?.[0] ?? "")}`,
    );
  });
}

/** @param {string} text */
function firstLine(text) {
  return text.split("\n", 1)[0];
}
