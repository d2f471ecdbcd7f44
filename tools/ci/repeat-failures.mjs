import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** @import { FileResult, Report } from "./total-results.mjs" */

/**
 * A report with the results of its files.
 *
 * @typedef {Report & { testResults: readonly FileResult[] }} WholeReport
 */

/** More failed files than this are a fault of the change, not of a busy machine. */
const MAX_FILES = 3;
const REPEATS = 3;

/**
 * Runs the files that failed three times again, alone. When every repeat passes, the report counts their tests as
 * passed, and the tests are named, so that they are not mistaken for steady ones.
 *
 * @param {WholeReport} report Report of the whole run.
 * @param {(files: readonly string[]) => boolean} run Runs test files, and returns whether all of them passed.
 * @returns {{ report: Report, unsteady: readonly string[] } | undefined} The corrected report and the names of the
 *   tests, or `undefined` when the failure remains.
 */
export function repeatFailures(report, run) {
  const failed = report.testResults.filter(({ status }) => status === "failed");
  const files = failed.map(({ name }) => name);
  const unsteady = failed.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap((test) => (test.status === "failed" ? [`${name}: ${test.fullName}`] : [])),
  );
  // What failed outside a test, such as an unhandled rejection, is in no file's list.
  const isListed = unsteady.length > 0 && unsteady.length === report.numFailedTests;
  if (!isListed || files.length > MAX_FILES) return undefined;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) if (!run(files)) return undefined;
  const numPassedTests = report.numPassedTests + report.numFailedTests;
  return { report: { ...report, success: true, numPassedTests, numFailedTests: 0 }, unsteady };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path = "", vitest = ""] = process.argv.slice(2);
  const report = /** @type {WholeReport} */ (JSON.parse(readFileSync(path, "utf8")));
  const result = repeatFailures(report, (files) => {
    console.log(`-- again, alone: ${files.map((file) => relative(process.cwd(), file)).join(" ")}`);
    const { status } = spawnSync(
      process.execPath,
      [vitest, "run", "--maxWorkers=1", "--reporter=dot", ...files],
      {
        stdio: "inherit",
      },
    );
    return status === 0;
  });
  if (result === undefined) process.exitCode = 1;
  else {
    writeFileSync(path, JSON.stringify(result.report));
    for (const name of result.unsteady)
      console.log(`UNSTEADY: failed once, passed ${REPEATS} times alone: ${name}`);
  }
}
