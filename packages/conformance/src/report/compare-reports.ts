import type { ConformanceReport, Verdict } from "../run/conformance-report.js";
import { oneLine } from "./visible-text.js";

/** A requirement whose verdict has changed. */
export interface ChangedVerdict {
  readonly id: string;
  /** `undefined` when the earlier run did not judge it. */
  readonly before: Verdict | undefined;
  /** `undefined` when the later run did not judge it. */
  readonly after: Verdict | undefined;
  /** Whether the verdict has become worse. */
  readonly worse: boolean;
}

const bad: readonly (Verdict | undefined)[] = ["fail", "could-not-run"];

/**
 * Compares two runs.
 *
 * @param before - The earlier report
 * @param after - The later report
 * @returns The changes, those for the worse first
 */
export function compareReports(
  before: ConformanceReport,
  after: ConformanceReport,
): readonly ChangedVerdict[] {
  const [old, now] = [verdictsOf(before), verdictsOf(after)];
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids
    .map((id) => ({ id, before: old.get(id), after: now.get(id) }))
    .filter((one) => one.before !== one.after)
    .map((one) => ({
      ...one,
      worse: bad.includes(one.after) || (one.after === "warn" && one.before === "pass"),
    }))
    .toSorted((left, right) => Number(right.worse) - Number(left.worse));
}

/**
 * Formats the changes between two runs.
 *
 * @param changes - Changed verdicts
 * @returns Lines that end with a line feed
 */
export function formatChanges(changes: readonly ChangedVerdict[]): string {
  if (changes.length === 0) return "Nothing changed since the earlier report\n";
  const lines = changes.map(({ id, before, after, worse }) => {
    return `  ${worse ? "worse " : "other "} ${oneLine(id)}: ${before ?? "not judged"} → ${after ?? "not judged"}`;
  });
  return `Changed since the earlier report:\n${lines.join("\n")}\n`;
}

function verdictsOf({ results }: ConformanceReport): ReadonlyMap<string, Verdict> {
  return new Map(results.map(({ id, verdict }) => [id, verdict]));
}
