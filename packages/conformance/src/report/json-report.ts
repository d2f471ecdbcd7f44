import type { ConformanceReport } from "../run/conformance-report.js";

/**
 * Writes a report as JSON, in the form that `report.schema.json` of this package describes.
 *
 * @param report - What a run found
 * @returns Indented JSON that ends with a line feed
 */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
