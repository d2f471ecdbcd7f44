import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { parseModule } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { ParsedModule } from "./parse-module.mjs" */

/**
 * The declaration of a name.
 *
 * @typedef {object} Declaration
 * @property {ParsedModule} module The file.
 * @property {Node} statement The whole statement, including `export`: its comment precedes it.
 * @property {Node} node The declaration itself.
 */

/**
 * Finds the declaration of an exported name, following any number of re-exports.
 *
 * @param {string} root Root of the tree.
 * @param {ParsedModule} module The module that exports the name.
 * @param {string} name The exported name, `default` for the default export.
 * @returns {Declaration | undefined} The declaration, or `undefined` when another package declares it.
 */
export function findDeclaration(root, module, name) {
  for (const statement of module.program.body) {
    if (statement.type === "ExportDefaultDeclaration" && name === "default") {
      return { module, statement, node: statement.declaration };
    }
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.declaration && declaredNames(statement.declaration).includes(name)) {
      return { module, statement, node: statement.declaration };
    }
    const specifier = statement.specifiers.find(({ exported }) => textOf(exported) === name);
    if (!specifier) continue;
    const local = textOf(specifier.local);
    return statement.source
      ? followImport(root, { module, specifier: statement.source.value, name: local })
      : findLocal(root, module, local);
  }
  return undefined;
}

/**
 * Lists the names a statement declares.
 *
 * @param {Node} node A declaration.
 * @returns {string[]} The names; empty for a node that does not declare any.
 */
export function declaredNames(node) {
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in node && node.id && "name" in node.id && typeof node.id.name === "string"
    ? [node.id.name]
    : [];
}

/**
 * @param {Node} node The name in an export or import specifier.
 * @returns {string} Its text, whether written as a name or as a string.
 */
export function textOf(node) {
  if ("name" in node && typeof node.name === "string") return node.name;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

/**
 * @param {string} root Root of the tree.
 * @param {ParsedModule} module The module.
 * @param {string} name A name of its top level.
 * @returns {Declaration | undefined} Its declaration, in this module or in the one it is imported from.
 */
function findLocal(root, module, name) {
  for (const statement of module.program.body) {
    if (declaredNames(statement).includes(name)) return { module, statement, node: statement };
    if (statement.type !== "ImportDeclaration") continue;
    const specifier = statement.specifiers.find(({ local }) => local.name === name);
    if (!specifier) continue;
    const imported = specifier.type === "ImportSpecifier" ? textOf(specifier.imported) : "default";
    return followImport(root, { module, specifier: statement.source.value, name: imported });
  }
  return undefined;
}

/**
 * @param {string} root Root of the tree.
 * @param {{ module: ParsedModule, specifier: string, name: string }} from The importing module, what it imports from,
 * and the name in that module.
 * @returns {Declaration | undefined} The declaration, or `undefined` when the name comes from another package.
 */
function followImport(root, { module, specifier, name }) {
  if (!specifier.startsWith(".")) return undefined;
  const path = posix.join(posix.dirname(module.file), specifier).replace(/\.js$/, "");
  const file = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(join(root, candidate)));
  return file === undefined ? undefined : findDeclaration(root, parseModule(root, file), name);
}
