import { type ConformanceReport, readReport } from "@wellhead/conformance";
import { usageError } from "../../command-line/command-error.js";
import type { Terminal } from "../../terminal/terminal.js";
import { readJsonFile } from "./read-json-file.js";

/**
 * Reads the earlier report that a run is compared with.
 *
 * @param path - Path as typed; `undefined` when none was given
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The report, or `undefined` without a path
 * @throws CommandError when the file is not a report
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
 * @param path - Path as typed
 * @param option - The option that the path was given for, named in the error
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The report
 * @throws CommandError when the file is not a report
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
    throw usageError(
      `Could not read --${option} "${path}": expected a report of wellhead check, got other JSON.`,
      {
        cause: error,
      },
    );
  }
}
