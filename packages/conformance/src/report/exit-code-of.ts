import type { ConformanceReport } from "../run/conformance-report.js";

/** What a program that judges a connector exits with. */
export const exitCodes = {
  /** Nothing failed. */
  met: 0,
  /** Something failed or could not be judged; with warnings counted, also when there are any. */
  unmet: 10,
  /** The program was called wrongly. */
  usage: 2,
  /** The address does not answer like a connector. */
  notConnector: 6,
} as const;

/**
 * Chooses the exit code of a report.
 *
 * @param report - What a run found
 * @param failOnWarning - Whether warnings count as failures; default: false
 * @returns One of {@link exitCodes}
 */
export function exitCodeOf(report: ConformanceReport, failOnWarning = false): number {
  if (!report.connector.recognised) return exitCodes.notConnector;
  const { fail, warn, "could-not-run": unjudged } = report.summary;
  return fail + unjudged + (failOnWarning ? warn : 0) > 0 ? exitCodes.unmet : exitCodes.met;
}
