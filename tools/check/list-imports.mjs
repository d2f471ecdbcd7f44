import { walk } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { ParsedModule } from "./parse-module.mjs" */

/**
 * A module that a file imports.
 *
 * @typedef {object} ImportedModule
 * @property {string | undefined} specifier The name in quotes, or `undefined` when it is computed at run time.
 * @property {number} line Its line, counted from 1.
 * @property {boolean} isOnDemand Whether `import()` loads it when the program first needs it.
 */

/**
 * Lists everything a file imports: `import`, `export … from`, `import()`, `import("…")` types, `require()`.
 *
 * @param {ParsedModule} module The parsed file.
 * @returns {ImportedModule[]} The imported modules, in source order.
 */
export function listImports(module) {
  /** @type {ImportedModule[]} */
  const imports = [];
  walk(module.program, (node) => {
    const source = sourceOf(node);
    if (source === undefined) return;
    imports.push({
      specifier: literalText(source),
      line: module.lineAt(node.start),
      isOnDemand: node.type === "ImportExpression",
    });
  });
  return imports;
}

/**
 * @param {Node} node Any node.
 * @returns {Node | undefined} The part that names a module, when the node imports one.
 */
function sourceOf(node) {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return node.source;
    case "ExportNamedDeclaration":
      return node.source ?? undefined;
    case "TSExternalModuleReference":
      return node.expression;
    case "CallExpression":
      return node.callee.type === "Identifier" && node.callee.name === "require"
        ? node.arguments[0]
        : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {Node} node The part that names a module.
 * @returns {string | undefined} Its text, when it is a literal.
 */
function literalText(node) {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}
