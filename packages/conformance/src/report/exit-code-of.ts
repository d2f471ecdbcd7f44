import type { ConformanceReport } from "../run/conformance-report.js";

/** Exit codes of a program that judges a connector. */
export const exitCodes = {
  /** Nothing failed. */
  met: 0,
  /** A requirement failed or could not be judged. If warnings count as failures, also when there are warnings. */
  unmet: 10,
  /** The command line was invalid. */
  usage: 2,
  /** The address does not respond like a connector. */
  notConnector: 6,
} as const;

/**
 * Chooses the exit code of a report.
 *
 * @param report - The report of a run
 * @param failOnWarning - Whether warnings count as failures; default: false
 * @returns One of {@link exitCodes}
 */
export function exitCodeOf(report: ConformanceReport, failOnWarning = false): number {
  if (!report.connector.recognised) return exitCodes.notConnector;
  const { fail, warn, "could-not-run": unjudged } = report.summary;
  return fail + unjudged + (failOnWarning ? warn : 0) > 0 ? exitCodes.unmet : exitCodes.met;
}
