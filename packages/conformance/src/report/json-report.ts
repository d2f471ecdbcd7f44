import type { ConformanceReport } from "../run/conformance-report.js";

/**
 * Formats a report as JSON that conforms to `report.schema.json` of this package.
 *
 * @param report - The report of a run
 * @returns Indented JSON that ends with a line feed
 */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
