import type { RequirementResult } from "./conformance-report.js";

/**
 * Lists the results that a test should fail on.
 *
 * @param results - Results of a run
 * @param explained - Known warnings with the reason why they remain, by requirement id. Default: none
 * @returns A line for each requirement that is not met, could not be judged, warns without an explanation, or has an
 *   explanation that is no longer needed
 */
export function findFaults(
  results: readonly RequirementResult[],
  explained: Readonly<Record<string, string>> = {},
): readonly string[] {
  return results.flatMap((result) => faultOf(result, explained[result.id]) ?? []);
}

function faultOf(
  { id, verdict, detail, fix }: RequirementResult,
  explained: string | undefined,
): string | undefined {
  if (verdict === "not-applicable" || (verdict === "warn" && explained !== undefined)) return undefined;
  if (verdict !== "pass") return `${id}: ${verdict}: ${detail}. To fix: ${fix}`;
  if (explained === undefined) return undefined;
  return `${id}: the warning explained by "${explained}" is gone. Remove the explanation.`;
}
