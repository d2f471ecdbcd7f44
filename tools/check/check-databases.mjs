import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { findWorkspaces } from "./find-workspaces.mjs";
import { listFiles } from "./list-files.mjs";
import { isTest } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/** What every connector of a database has in `src`, besides `index.ts` and the module with its own name. */
const REQUIRED = [
  "account",
  "account/options.ts",
  "catalogue",
  "catalogue/catalogue.ts",
  "catalogue/column-type.ts",
  "dialect",
  "dialect/dialect.ts",
  "dialect/parameter.ts",
  "dialect/syntax.ts",
  "encode",
  "encode/value-kind.ts",
  "errors",
  "errors/explain-error.ts",
  "protocol",
  "protocol/messages.ts",
  "sources",
  "sources/query-source.ts",
  "stream",
  "stream/database.ts",
];
/** Matches the import of the interface that every database implements. */
const importsDialect = /^import (?:type )?\{[^}]*\bDialect\b[^}]*\} from "@wellhead\/sql";$/m;

/**
 * Checks that the connectors of databases have the same folders and files for the same ideas, and no others at the top.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkDatabases(root) {
  const files = listFiles(root);
  return findWorkspaces(root)
    .filter(({ folder }) => folder.startsWith("connectors/"))
    .flatMap(({ folder }) => {
      const source = `${folder}/src/`;
      const own = files.filter((file) => file.startsWith(source) && !isTest(file));
      return own.some((file) => importsDialect.test(readFileSync(join(root, file), "utf8")))
        ? checkLayout(
            source,
            own.map((file) => file.slice(source.length)),
          )
        : [];
    });
}

/**
 * @param {string} source The `src` folder of the connector.
 * @param {readonly string[]} files Its files, relative to that folder.
 * @returns {Problem[]} The problems.
 */
function checkLayout(source, files) {
  const name = basename(source.slice(0, -"/src/".length));
  const known = new Set([...REQUIRED, "index.ts", `${name}.ts`]);
  const missing = REQUIRED.filter(
    (path) => !files.some((file) => file === path || file.startsWith(`${path}/`)),
  );
  const top = new Set(files.map((file) => file.split("/")[0] ?? ""));
  return [
    ...missing.map((path) => ({
      file: `${source}${path}`,
      line: 1,
      message: "is missing: every connector of a database has it under this name",
    })),
    ...[...top]
      .filter((entry) => !known.has(entry))
      .map((entry) => ({
        file: `${source}${entry}`,
        line: 1,
        message: `is not a part of a database's connector: expected one of ${REQUIRED.filter((path) => !path.includes("/")).join(", ")}`,
      })),
  ];
}
