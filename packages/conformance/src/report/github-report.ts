import type { ConformanceReport } from "../run/conformance-report.js";
import { requirementPage } from "./requirement-page.js";
import { oneLine } from "./visible-text.js";

/**
 * Formats a report as annotations of GitHub Actions: an error for each cause of failures, a warning for each cause of
 * warnings.
 *
 * @param report - The report of a run
 * @returns Lines that end with a line feed; a notice with the headline when nothing is wrong
 */
export function githubReport({ causes, headline }: ConformanceReport): string {
  const lines = causes.map(({ id, verdict, sentence, detail, fix, witnesses }) => {
    const text = `${detail}. ${fix}. See ${requirementPage(witnesses[0] ?? id)}`;
    return `::${verdict === "fail" ? "error" : "warning"} title=${escapeProperty(`${id}: ${sentence}`)}::${escapeData(text)}`;
  });
  return `${[...lines, `::notice title=Connector check::${escapeData(headline)}`].join("\n")}\n`;
}

function escapeData(text: string): string {
  return oneLine(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
