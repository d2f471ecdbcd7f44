import { isObject } from "../expect/json-of.js";
import type { ConformanceReport } from "../run/conformance-report.js";
import { objectsIn } from "../target/read-declared.js";

const verdicts = new Set<unknown>(["pass", "fail", "warn", "not-applicable", "could-not-run"]);

/**
 * Parses a report that was written as JSON.
 *
 * @param text - The JSON
 * @returns The report
 * @throws TypeError when it is not a report of this form
 */
export function readReport(text: string): ConformanceReport {
  const value: unknown = JSON.parse(text);
  if (!isReport(value))
    throw new TypeError("Could not read the report: expected a report of format 1, got other JSON.");
  return value;
}

function isReport(value: unknown): value is ConformanceReport {
  if (!isObject(value) || value["format"] !== 1 || !Array.isArray(value["results"])) return false;
  const results = objectsIn(value["results"]);
  const right = results.every(({ id, verdict }) => typeof id === "string" && verdicts.has(verdict));
  return right && results.length === value["results"].length;
}
