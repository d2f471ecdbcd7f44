import { type ConformanceReport, readReport } from "@wellhead/conformance";
import { usageError } from "../command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { readJsonFile } from "./read-json-file.js";

/**
 * Reads the report that a run is compared with.
 *
 * @param path - Path as it was typed; nothing when none was
 * @param terminal - Whose folder relative paths start from
 * @returns The report, or nothing
 * @throws CommandError when the file is no report
 */
export async function readEarlierReport(
  path: string | undefined,
  terminal: Terminal,
): Promise<ConformanceReport | undefined> {
  return path === undefined ? undefined : readReportFile(path, "compare", terminal);
}

/**
 * Reads a report of `wellhead check` that was written as JSON.
 *
 * @param path - Path as it was typed
 * @param option - Option it was typed for, in the words of the error
 * @param terminal - Whose folder relative paths start from
 * @returns The report
 * @throws CommandError when the file is no report
 */
export async function readReportFile(
  path: string,
  option: string,
  terminal: Terminal,
): Promise<ConformanceReport> {
  const value = await readJsonFile(path, option, terminal);
  try {
    return readReport(JSON.stringify(value));
  } catch (error) {
    throw usageError(`Read --${option} "${path}": found other JSON, wanted a report of wellhead check`, {
      cause: error,
    });
  }
}
