import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/** @typedef {{ readonly file: string, readonly isOnDemand: boolean }} Importer A file that imports another one. */

/** A file with fewer lines is not worth a file of its own when a single file next to it uses it. */
const MIN_LINES = 40;

/** Files that may be small, with the reason. */
const ALLOWED = new Map([
  ["connectors/postgres/src/catalogue/column-encoding.ts", "every database has a file of this name"],
  ["connectors/postgres/src/stream/open-rows.ts", "every database has a file of this name"],
  ["packages/cli/src/serve/load-isolated.ts", "the module that an isolated worker loads"],
  [
    "packages/cli/src/serve/fresh-module-hooks.ts",
    "the module that runs in the thread of Node's module loader",
  ],
  ["packages/sdk/src/oauth2/presets/identity-presets.ts", "one of eight tables of the same form"],
  ["packages/test-support/src/sql/describe-sign-in.ts", "one of the parts of the suite of the SQL databases"],
]);

/**
 * Checks that a small file is used by more than one file, or by another folder. Otherwise it belongs into the file that
 * uses it, unless it has a test of its own or is loaded on demand.
 *
 * @param {string} root Root of the tree.
 * @param {ReadonlyMap<string, string>} [allowed] Files that may be small, with the reason. Default: those of the
 * repository.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkSmallFiles(root, allowed = ALLOWED) {
  const files = listFiles(root).filter(
    (file) => /^(?:packages|connectors)\/[^/]+\/src\//.test(file) && isSource(file) && !isTest(file),
  );
  const importers = importersOf(root, files);
  return files.flatMap((file) => checkFile({ root, file, importers: importers.get(file) ?? [], allowed }));
}

/**
 * @param {{ root: string, file: string, importers: readonly Importer[], allowed: ReadonlyMap<string, string> }} place A
 * file and the files that import it.
 * @returns {Problem[]} The problem, if there is one.
 */
function checkFile({ root, file, importers, allowed }) {
  const [importer, other] = importers;
  if (importer === undefined || other !== undefined || importer.isOnDemand || allowed.has(file)) return [];
  const hasTest = existsSync(join(root, file.replace(/\.tsx?$/, ".test.ts")));
  const isNextTo = posix.dirname(importer.file) === posix.dirname(file);
  if (!isNextTo || hasTest || posix.basename(importer.file).startsWith("index.")) return [];
  const lines = readFileSync(join(root, file), "utf8").split("\n").length - 1;
  if (lines >= MIN_LINES) return [];
  const message = `has ${lines} lines and is used by "${posix.basename(importer.file)}" only: move it there, give it a test of its own, or list it with a reason in tools/check/check-small-files.mjs`;
  return [{ file, line: 1, message }];
}

/**
 * @param {string} root Root of the tree.
 * @param {readonly string[]} files The files that are checked.
 * @returns {Map<string, Importer[]>} The files that import each file.
 */
function importersOf(root, files) {
  const sources = new Map(files.map((file) => [file.replace(/\.tsx?$/, ""), file]));
  /** @type {Map<string, Importer[]>} */
  const importers = new Map();
  for (const file of files) {
    for (const { specifier, isOnDemand } of listImports(parseModule(root, file))) {
      if (specifier?.startsWith(".") !== true) continue;
      const target = sources.get(posix.join(posix.dirname(file), specifier).replace(/\.js$/, ""));
      const known = importers.get(target ?? "") ?? [];
      if (target === undefined || known.some((importer) => importer.file === file)) continue;
      importers.set(target, [...known, { file, isOnDemand }]);
    }
  }
  return importers;
}
