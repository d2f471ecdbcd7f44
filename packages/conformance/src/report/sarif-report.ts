import type { Cause, ConformanceReport } from "../run/conformance-report.js";
import { requirementPage } from "./requirement-page.js";
import { visibleText } from "./visible-text.js";

/**
 * Formats a report as SARIF 2.1.0, which code scanning services display: one result for each cause.
 *
 * @param report - The report of a run
 * @returns JSON that ends with a line feed
 */
export function sarifReport({ causes, address }: ConformanceReport): string {
  const rules = causes.map(({ id, sentence, fix, witnesses }) => ({
    id,
    shortDescription: { text: sentence },
    help: { text: fix },
    helpUri: requirementPage(witnesses[0] ?? id),
  }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "wellhead check", rules } },
        results: causes.map((cause) => resultOf(cause, address)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultOf({ id, verdict, detail, serious }: Cause, address: string): object {
  return {
    ruleId: id,
    level: verdict === "fail" ? "error" : "warning",
    rank: serious ? 100 : 50,
    message: { text: visibleText(detail) },
    locations: [{ physicalLocation: { artifactLocation: { uri: address } } }],
  };
}
