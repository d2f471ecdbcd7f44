import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/** A file with fewer lines is not worth a file of its own when a single file next to it uses it. */
const MIN_LINES = 40;

/** The packages that are checked. */
const PACKAGES = ["contract", "rows", "runtime", "sdk", "server"].map((name) => `packages/${name}/src/`);

/** Files that may be small, with the reason. */
const ALLOWED = new Map([
  ["packages/sdk/src/oauth2/presets/identity-presets.ts", "one of eight tables of the same form"],
  [
    "packages/server/src/host/refusal-log.ts",
    "a collector with a timer, one of the parts that the host only puts together",
  ],
]);

/**
 * Checks that a small file is used by more than one file, or by another folder. Otherwise it belongs into the file that
 * uses it, unless it has a test of its own.
 *
 * @param {string} root Root of the tree.
 * @param {ReadonlyMap<string, string>} [allowed] Files that may be small, with the reason. Default: those of the
 * repository.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkSmallFiles(root, allowed = ALLOWED) {
  const files = listFiles(root).filter(
    (file) => PACKAGES.some((folder) => file.startsWith(folder)) && isSource(file) && !isTest(file),
  );
  const importers = importersOf(root, files);
  return files.flatMap((file) => checkFile({ root, file, importers: importers.get(file) ?? [], allowed }));
}

/**
 * @param {{ root: string, file: string, importers: readonly string[], allowed: ReadonlyMap<string, string> }} place A
 * file and the files that import it.
 * @returns {Problem[]} The problem, if there is one.
 */
function checkFile({ root, file, importers, allowed }) {
  const [importer, other] = importers;
  const isAlone = importer !== undefined && other === undefined;
  if (!isAlone || posix.dirname(importer) !== posix.dirname(file) || allowed.has(file)) return [];
  if (
    posix.basename(importer).startsWith("index.") ||
    existsSync(join(root, file.replace(/\.ts$/, ".test.ts")))
  )
    return [];
  const lines = readFileSync(join(root, file), "utf8").split("\n").length - 1;
  if (lines >= MIN_LINES) return [];
  const message = `has ${lines} lines and is used by "${posix.basename(importer)}" only: move it there, give it a test of its own, or list it with a reason in tools/check-small-files.mjs`;
  return [{ file, line: 1, message }];
}

/**
 * @param {string} root Root of the tree.
 * @param {readonly string[]} files The files that are checked.
 * @returns {Map<string, string[]>} The files that import each file.
 */
function importersOf(root, files) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files) {
    const targets = listImports(parseModule(root, file)).flatMap(({ specifier }) =>
      specifier?.startsWith(".") ? [posix.join(posix.dirname(file), specifier).replace(/\.js$/, ".ts")] : [],
    );
    for (const target of new Set(targets)) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}
