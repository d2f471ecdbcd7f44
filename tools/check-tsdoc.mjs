import { existsSync } from "node:fs";
import { join } from "node:path";
import { documentationFaults } from "./documentation-faults.mjs";
import { declaredNames, findDeclaration, textOf } from "./find-declaration.mjs";
import { findWorkspaces } from "./find-workspaces.mjs";
import { parseModule } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */
/** @import { Manifest } from "./find-workspaces.mjs" */
/** @import { ParsedModule } from "./parse-module.mjs" */

/**
 * Checks that the exports of packages and connectors are listed by name and documented.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkTsdoc(root) {
  return findWorkspaces(root)
    .filter(({ folder }) => /^(?:packages|connectors)\//.test(folder))
    .flatMap(({ folder, manifest }) =>
      entryFiles(manifest).flatMap((entry) => checkEntry(root, `${folder}/${entry}`)),
    );
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file Source file of an entry point of a package.
 * @returns {Problem[]} The problems of its exports.
 */
function checkEntry(root, file) {
  if (!existsSync(join(root, file))) {
    return [{ file, line: 1, message: "is missing, though the exports of its package.json lead to it" }];
  }
  const module = parseModule(root, file);
  const stars = module.program.body
    .filter((statement) => statement.type === "ExportAllDeclaration")
    .map(({ start }) => ({ file, line: module.lineAt(start), message: 'exports "*": list the names' }));
  const documentation = exportedNames(module).flatMap((name) => {
    const declaration = findDeclaration(root, module, name);
    if (!declaration) return [];
    const { module: source, statement } = declaration;
    return documentationFaults(name, declaration).map(({ message, offset }) => ({
      file: source.file,
      line: source.lineAt(offset ?? statement.start),
      message,
    }));
  });
  return [...stars, ...documentation];
}

/**
 * @param {ParsedModule} module A module.
 * @returns {string[]} The names it exports.
 */
function exportedNames({ program }) {
  return program.body.flatMap((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return ["default"];
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration) return declaredNames(statement.declaration);
    return statement.specifiers.map(({ exported }) => textOf(exported));
  });
}

/**
 * Finds the source files of the `exports` of a package: `./dist/x.js` is compiled from `src/x.ts`. Subpaths with a `*`
 * are left out; only the private package of test machinery has one.
 *
 * @param {Manifest} manifest Its `package.json`.
 * @returns {string[]} Paths relative to the package, each once.
 */
function entryFiles({ exports }) {
  /** @type {string[]} */
  const targets = [];
  JSON.stringify(exports ?? {}, (_key, /** @type {unknown} */ value) => {
    if (typeof value === "string") targets.push(value);
    return value;
  });
  const sources = targets.flatMap((target) => {
    const path = /^\.\/dist\/([^*]+)\.js$/.exec(target)?.[1];
    return path === undefined ? [] : [`src/${path}.ts`];
  });
  return [...new Set(sources)];
}
