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
import { CommandError, usageError } from "../command-error.js";
import type { Terminal } from "../terminal/terminal.js";

const writers: ReadonlyMap<string, (report: ConformanceReport) => string> = new Map([
  [".json", jsonReport],
  [".xml", junitReport],
  [".html", htmlReport],
  [".svg", badgeReport],
  [".sarif", sarifReport],
  [".github", githubReport],
]);

/**
 * Writes a report into files; the ending of each decides its form.
 *
 * @param report - What a run found
 * @param paths - Paths as they were typed
 * @param terminal - Whose folder relative paths start from
 * @throws CommandError when an ending is unknown or a file cannot be written
 */
export async function writeReports(
  report: ConformanceReport,
  paths: readonly string[],
  terminal: Terminal,
): Promise<void> {
  for (const path of paths) {
    const writer = writers.get(extname(path));
    if (writer === undefined) {
      throw usageError(`Write "${path}": found an unknown ending, wanted ${[...writers.keys()].join(", ")}`);
    }
    await writeFile(resolve(terminal.directory, path), writer(report)).catch((error: unknown) => {
      throw new CommandError("unwritable", `Write "${path}": the file cannot be written`, { cause: error });
    });
  }
}
