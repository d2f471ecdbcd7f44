import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { failedTests, totalResults } from "./total-results.mjs";

/** @import { Report } from "./total-results.mjs" */

const [failedSteps = "0", ...paths] = process.argv.slice(2);
const reports = paths.map(readReport);
for (const [index, report] of reports.entries())
  for (const test of failedTests(report)) console.log(`FAILED in ${basename(paths[index] ?? "")}: ${test}`);
const { line, success } = totalResults(reports, Number(failedSteps));
console.log(line);
if (!success) process.exitCode = 1;

/**
 * @param {string} path Path of a run's report.
 * @returns {Report | undefined} The report, or `undefined` when the run did not write one.
 */
function readReport(path) {
  try {
    return /** @type {Report} */ (JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
