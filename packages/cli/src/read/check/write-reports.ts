import { writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import {
  badgeReport,
  type ConformanceReport,
  githubReport,
  htmlReport,
  jsonReport,
  junitReport,
  sarifReport,
} from "@wellhead/conformance";
import { CommandError, usageError } from "../../command-line/command-error.js";
import type { Terminal } from "../../terminal/terminal.js";

const writers: ReadonlyMap<string, (report: ConformanceReport) => string> = new Map([
  [".json", jsonReport],
  [".xml", junitReport],
  [".html", htmlReport],
  [".svg", badgeReport],
  [".sarif", sarifReport],
  [".github", githubReport],
]);

/**
 * Writes a report to files. The extension of each file decides its format.
 *
 * @param report - The report of a run
 * @param paths - Paths as typed
 * @param terminal - Provides the folder that relative paths are resolved against
 * @throws CommandError when an extension is unknown or a file cannot be written
 */
export async function writeReports(
  report: ConformanceReport,
  paths: readonly string[],
  terminal: Terminal,
): Promise<void> {
  for (const path of paths) {
    const writer = writers.get(extname(path));
    if (writer === undefined) {
      throw usageError(
        `Could not write "${path}": expected a name that ends with ${[...writers.keys()].join(", ")}.`,
      );
    }
    await writeFile(resolve(terminal.directory, path), writer(report)).catch((error: unknown) => {
      throw new CommandError("unwritable", `Could not write "${path}": the file cannot be written.`, {
        cause: error,
      });
    });
  }
}
