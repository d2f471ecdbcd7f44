import { listFiles } from "./list-files.mjs";
import { isSource, isTest, parseModule, walk } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { ParsedModule } from "./parse-module.mjs" */
/** @import { Problem } from "./problem.mjs" */

/**
 * Checks rules that the linter does not have: every cast has a comment that says why it is true (the contract package
 * has no casts), functions at the top level of a module are declarations, private members use `#`, and exports are listed by
 * name.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkCode(root) {
  /** @type {Problem[]} */
  const problems = [];
  for (const file of listFiles(root).filter(isSource)) {
    if (file.endsWith("js")) continue;
    const module = parseModule(root, file);
    walk(module.program, (node, ancestors) => {
      const message = faultOf({ module, node, ancestors });
      if (message !== undefined) problems.push({ file, line: module.lineAt(node.start), message });
    });
  }
  return problems;
}

/**
 * A node and its position.
 *
 * @typedef {object} NodePlace
 * @property {ParsedModule} module The file.
 * @property {Node} node The node.
 * @property {readonly Node[]} ancestors Its ancestors, the nearest last.
 */

/**
 * @param {NodePlace} place One node.
 * @returns {string | undefined} Its fault, if there is one.
 */
function faultOf(place) {
  const { module, node, ancestors } = place;
  if (isCast(node)) return castFault(place);
  if (node.type === "ExportAllDeclaration") return 'exports "*": list the names';
  if ("accessibility" in node && node.accessibility === "private") {
    return 'has a member marked "private": write it with #';
  }
  const grandparent = ancestors.at(-2)?.type;
  const top = grandparent === "Program" || grandparent === "ExportNamedDeclaration";
  if (node.type !== "VariableDeclarator" || !top || isTest(module.file)) return undefined;
  const arrow = node.init?.type === "ArrowFunctionExpression" || node.init?.type === "FunctionExpression";
  return arrow && !node.id.typeAnnotation
    ? "is a function in a constant: declare it as a function"
    : undefined;
}

/**
 * @param {NodePlace} place A cast.
 * @returns {string | undefined} Why it is not allowed, or `undefined` when it is.
 */
function castFault({ module, node, ancestors }) {
  if (module.file.startsWith("packages/contract/")) {
    return "is a cast: the contract has none, find a type that says it";
  }
  if (isTest(module.file) || hasReason(module, node, ancestors)) return undefined;
  return "is a cast without a comment: say beside it why it is true";
}

/**
 * @param {Node} node Any node.
 * @returns {boolean} True for `as`, `<T>x`, `x!` and `let x!: T`, but not for `as const`.
 */
function isCast(node) {
  switch (node.type) {
    case "TSAsExpression":
      return !(
        node.typeAnnotation.type === "TSTypeReference" &&
        node.typeAnnotation.typeName.type === "Identifier" &&
        node.typeAnnotation.typeName.name === "const"
      );
    case "TSTypeAssertion":
    case "TSNonNullExpression":
      return true;
    case "VariableDeclarator":
    case "PropertyDefinition":
      return node.definite === true;
    default:
      return false;
  }
}

/**
 * Looks for a comment on the lines of the cast, or directly above the cast or its statement. Documentation comments do
 * not count, because they describe the symbol.
 *
 * @param {ParsedModule} module The file.
 * @param {Node} node The cast.
 * @param {readonly Node[]} ancestors Its ancestors.
 * @returns {boolean} True when there is one.
 */
function hasReason(module, node, ancestors) {
  const statement = ancestors.findLast((one) => /(?:Statement|Declaration)$/.test(one.type)) ?? node;
  const first = module.lineAt(node.start);
  const last = module.lineAt(node.end);
  const lines = new Set([first - 1, module.lineAt(statement.start) - 1]);
  for (let line = first; line <= last; line += 1) lines.add(line);
  return module.comments.some(
    (comment) => !comment.value.startsWith("*") && lines.has(module.lineAt(comment.end)),
  );
}
