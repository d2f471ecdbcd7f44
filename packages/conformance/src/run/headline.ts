import type { Cause, RequirementResult } from "./conformance-report.js";
import type { Recognised } from "./recognise.js";

/** Causes that prevent most of a connector from being judged, and their meaning for the reader. */
const blocking: Readonly<Record<string, string>> = {
  "security.survives": "The connector stopped while it was judged",
  "connector-fails": "The connector, or what it depends on, fails whatever it is asked",
  "data.answers": "POST / does not give rows, so nothing about data can be judged",
  "data.readable": "POST / returns something that is not rows, so nothing about data can be judged",
  "sync-config.answers": "POST config does not answer, so nothing can be synchronized or judged",
  "sync-schema.answers": "POST schema does not answer, so little can be judged",
  "validate.answers": "POST /validate does not accept the account, so little can be judged",
};

/**
 * Summarizes a run in one sentence.
 *
 * @param found - Whether a connector responded
 * @param causes - The causes, the most serious first
 * @param results - The outcome of each requirement
 * @returns The sentence
 */
export function headlineOf(
  found: Recognised,
  causes: readonly Cause[],
  results: readonly RequirementResult[],
): string {
  if (!found.recognised) return `Not a connector: ${found.reason}`;
  const failures = causes.filter(({ verdict }) => verdict === "fail");
  const [top] = failures;
  if (top !== undefined) {
    const blocked = blocking[top.id];
    if (blocked !== undefined) return `${blocked}: ${top.detail}`;
    const serious = failures.filter((cause) => cause.serious).length;
    return faultsFound(failures.length, serious);
  }
  const open = results.filter(({ verdict }) => verdict === "could-not-run").length;
  if (open > 0) return `No fault found, but ${count(open, "requirement")} could not be judged`;
  const advice = causes.length === 0 ? "" : `, ${count(causes.length, "piece")} of advice`;
  const needsAccount = results.some(({ capability }) => capability === "option account");
  return needsAccount
    ? `No fault found in what can be judged without an account${advice}`
    : `No fault found${advice}`;
}

function faultsFound(all: number, serious: number): string {
  if (serious === all) return `${count(all, "serious fault")} found`;
  return `${count(all, "fault")} found${serious === 0 ? "" : `, ${serious} of them serious`}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
