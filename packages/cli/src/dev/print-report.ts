import { printableText } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";
import type { RevisionReport } from "./messages.js";

/**
 * Prints what is neither a fault nor a call: what the author's code has written to standard error, and warnings.
 *
 * @param report - A message of a revision
 * @param terminal - Provides the streams
 */
export function printReport(report: RevisionReport, { notes, stderr }: Terminal): void {
  if (report.type === "output") stderr.write(`${report.line}\n`);
  if (report.type === "log") notes.write(`${printableText(report.message)}\n`);
}
