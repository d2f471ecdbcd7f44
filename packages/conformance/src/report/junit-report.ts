import { areas } from "../requirement/area.js";
import type { ConformanceReport, RequirementResult, Verdict } from "../run/conformance-report.js";
import { escapeMarkup } from "./escape-markup.js";

/**
 * Formats a report as JUnit XML: an area is a suite, a requirement is a case. Warnings pass, and the output of the case
 * contains their text.
 *
 * @param report - The report of a run
 * @returns An XML document
 */
export function junitReport(report: ConformanceReport): string {
  const suites = Object.entries(areas).flatMap(([area, title]) => {
    const results = report.results.filter((result) => result.area === area);
    return results.length === 0 ? [] : [suite(title, results)];
  });
  const { fail, "could-not-run": unjudged, "not-applicable": skipped } = report.summary;
  const counts = `tests="${report.results.length}" failures="${fail}" errors="${unjudged}" skipped="${skipped}"`;
  const name = escapeMarkup(report.address);
  const time = (report.measurements.totalMs / 1_000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${counts} time="${time}">\n${suites.join("")}</testsuites>\n`;
}

function suite(title: string, results: readonly RequirementResult[]): string {
  const count = (verdict: string): number => results.filter((result) => result.verdict === verdict).length;
  const counts = `tests="${results.length}" failures="${count("fail")}" errors="${count("could-not-run")}" skipped="${count("not-applicable")}"`;
  return `  <testsuite name="${escapeMarkup(title)}" ${counts}>\n${results.map(testCase).join("")}  </testsuite>\n`;
}

function testCase(result: RequirementResult): string {
  const name = escapeMarkup(`${result.id}: ${result.sentence}`);
  return `    <testcase classname="${escapeMarkup(result.area)}" name="${name}">${outcome(result)}</testcase>\n`;
}

function outcome({ verdict, detail, capability, fix }: RequirementResult): string {
  const message = escapeMarkup(detail);
  const outcomes: Readonly<Record<Verdict, string>> = {
    pass: "",
    fail: `<failure message="${message}">${escapeMarkup(fix)}</failure>`,
    "could-not-run": `<error message="${message}"/>`,
    "not-applicable": `<skipped message="${escapeMarkup(`${capability ?? ""}: ${detail}`)}"/>`,
    warn: `<system-out>warning: ${message}</system-out>`,
  };
  return outcomes[verdict];
}
