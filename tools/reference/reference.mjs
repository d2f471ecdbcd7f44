// Checks the documentation of everything that packages export; with --write, also writes it as pages into api-reference/.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Logger, LogLevel } from "typedoc";
import { formatProblem } from "../check/problem.mjs";
import { convertPackages } from "./convert.mjs";
import { documentationFaults } from "./documentation-faults.mjs";
import { listEntryPoints } from "./entry-points.mjs";

class WarningLogger extends Logger {
  /**
   * @param {string} message
   * @param {LogLevel} level
   * @override
   */
  log(message, level) {
    super.log(message, level);
    if (level >= LogLevel.Warn) console.log(`${message} [reference]`);
  }
}

const root = fileURLToPath(new URL("../../", import.meta.url)).slice(0, -1);
const logger = new WarningLogger();
const { app, project } = await convertPackages(root, { entries: listEntryPoints(root), logger });
const problems = documentationFaults(project);
for (const problem of problems) console.log(`${formatProblem(problem)} [reference]`);
if (process.argv.includes("--write")) {
  const out = join(root, "api-reference");
  await app.generateDocs(project, out);
  // For programs; the site serves it next to the pages.
  await app.generateJson(project, join(out, "api-reference.json"));
  console.log(`wrote ${join(out, "index.html")}`);
}
if (problems.length > 0 || logger.hasErrors() || logger.hasWarnings()) process.exitCode = 1;
