import type { Cause, ConformanceReport, Evidence, RequirementResult } from "./conformance-report.js";
import { maskSecrets } from "./mask-secrets.js";

/**
 * Masks secrets everywhere in a report: some became known only after a finding was recorded.
 *
 * @param report - The report of a run
 * @param secrets - Every secret known to the run
 * @returns The same report without them
 */
export function maskReport(report: ConformanceReport, secrets: Iterable<string>): ConformanceReport {
  const mask = maskSecrets(secrets);
  const { connector } = report;
  return {
    ...report,
    name: mask(report.name),
    version: mask(report.version),
    headline: mask(report.headline),
    connector: { ...connector, reason: mask(connector.reason) },
    causes: report.causes.map((cause) => maskFinding(cause, mask)),
    results: report.results.map((result) => maskFinding(result, mask)),
  };
}

function maskFinding<Finding extends Cause | RequirementResult>(
  finding: Finding,
  mask: (text: string) => string,
): Finding {
  return {
    ...finding,
    detail: mask(finding.detail),
    evidence: finding.evidence.map((one) => maskEvidence(one, mask)),
  };
}

function maskEvidence(evidence: Evidence, mask: (text: string) => string): Evidence {
  return {
    ...evidence,
    request: mask(evidence.request),
    requestHeaders: maskHeaders(evidence.requestHeaders, mask),
    requestBody: mask(evidence.requestBody),
    answerHeaders: maskHeaders(evidence.answerHeaders, mask),
    answerBody: mask(evidence.answerBody),
  };
}

function maskHeaders(
  headers: Readonly<Record<string, string>>,
  mask: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));
}
