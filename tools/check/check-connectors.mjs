import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { findWorkspaces } from "./find-workspaces.mjs";
import { listFiles } from "./list-files.mjs";
import { isTest } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

const REQUIRED = ["package.json", "tsconfig.json", "README.md", "logo.svg", "src/index.ts"];

/**
 * Checks that every connector has the same files under the same names, at least one test, the name of its folder, and a
 * row in the table of connectors/README.md.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkConnectors(root) {
  const files = listFiles(root);
  const rows = tableRows(root);
  return findWorkspaces(root)
    .filter(({ folder }) => folder.startsWith("connectors/"))
    .flatMap(({ folder, name }) => {
      /** @type {Problem[]} */
      const problems = [];
      const report = (/** @type {string} */ path, /** @type {string} */ message) =>
        problems.push({ file: path, line: 1, message });
      for (const required of REQUIRED) {
        const path = `${folder}/${required}`;
        if (!files.includes(path)) report(path, "is missing: every connector has it");
      }
      if (!files.some((file) => file.startsWith(`${folder}/`) && isTest(file))) {
        report(folder, "has no test: run the connector against its source");
      }
      const wanted = `@wellhead/${basename(folder)}`;
      if (name !== wanted)
        report(`${folder}/package.json`, `is named "${name}": its folder asks for "${wanted}"`);
      if (rows && !rows.some((row) => row.includes(`(${basename(folder)}/`))) {
        report("connectors/README.md", `has no row for "${folder}" in a table: add one that links to it`);
      }
      return problems;
    });
}

/**
 * @param {string} root Root of the tree.
 * @returns {string[] | undefined} The table rows of connectors/README.md, or `undefined` when there is none.
 */
function tableRows(root) {
  const path = join(root, "connectors/README.md");
  if (!existsSync(path)) return undefined;
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trimStart().startsWith("|"));
}
