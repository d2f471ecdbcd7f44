import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule, walk } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { Problem } from "./problem.mjs" */

const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dns|dns\/promises|dgram)$/;
const PACKAGES = /^(?:undici|node-fetch|axios|got|ky|ws)(?:\/|$)/;
const GLOBALS = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);
const RULE = "a connector reaches the network through the SDK only";
/** Exports of the SDK for the service and its operator, not for connectors. */
const OPERATORS = new Set(["configureEgress", "configureStore", "makeHttpEnvironment", "Egress"]);
const OPERATORS_RULE = "where connections may lead is the operator's decision, not a connector's";

/**
 * Checks that no connector opens a connection by itself, and that none changes which addresses are allowed. The SDK
 * handles addresses, limits, retries and credentials, and the operator decides its policy. Tests may do both.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkNetwork(root) {
  /** @type {Problem[]} */
  const problems = [];
  for (const file of listFiles(root).filter((path) => /^connectors\/[^/]+\/src\//.test(path))) {
    if (!isSource(file) || isTest(file)) continue;
    const module = parseModule(root, file);
    for (const { specifier = "", line } of listImports(module)) {
      if (!MODULES.test(specifier) && !PACKAGES.test(specifier)) continue;
      problems.push({ file, line, message: `imports "${specifier}": ${RULE}` });
    }
    walk(module.program, (node, ancestors) => {
      const name = networkGlobal(node, ancestors.at(-1));
      const line = module.lineAt(node.start);
      if (name !== undefined) problems.push({ file, line, message: `uses "${name}": ${RULE}` });
      const setting = operatorSetting(node, ancestors);
      if (setting === undefined) return;
      problems.push({ file, line, message: `uses "${setting}": ${OPERATORS_RULE}` });
    });
  }
  return problems;
}

/**
 * Recognises the platform's own network functions. A local variable of the same name counts as well, because in a
 * connector it would look like the forbidden one.
 *
 * @param {Node} node Any node.
 * @param {Node | undefined} parent Its parent.
 * @returns {string | undefined} The name, when the node uses one of them.
 */
function networkGlobal(node, parent) {
  if (node.type !== "Identifier" || !GLOBALS.has(node.name)) return undefined;
  if (parent?.type === "MemberExpression" && parent.property === node && !parent.computed) {
    const onGlobal = parent.object.type === "Identifier" && /^global(?:This)?$/.test(parent.object.name);
    return onGlobal ? node.name : undefined;
  }
  const key = parent !== undefined && "key" in parent && parent.key === node;
  return key ? undefined : node.name;
}

/**
 * Recognises an export that only an operator may use, however it is accessed: by a named import, as a member of the
 * imported package, or by its name in brackets.
 *
 * @param {Node} node Any node.
 * @param {readonly Node[]} ancestors Its ancestors, the nearest last.
 * @returns {string | undefined} The name, when the node accesses it.
 */
function operatorSetting(node, ancestors) {
  const parent = ancestors.at(-1);
  const isMember = parent?.type === "MemberExpression" && parent.property === node;
  const isTaken = parent?.type === "Property" && ancestors.at(-2)?.type === "ObjectPattern";
  const name = isMember || isTaken ? nameOf(node) : specifiedName(node, parent);
  return name !== undefined && OPERATORS.has(name) ? name : undefined;
}

/**
 * @param {Node} node Any node.
 * @param {Node | undefined} parent Its parent.
 * @returns {string | undefined} The name under which another module exports it, when it names more than a type.
 */
function specifiedName(node, parent) {
  if (parent !== undefined && "importKind" in parent && parent.importKind === "type") return undefined;
  if (node.type === "ImportSpecifier" && node.importKind !== "type") return nameOf(node.imported);
  if (node.type === "ExportSpecifier" && node.exportKind !== "type") return nameOf(node.local);
  return undefined;
}

/**
 * @param {Node} node A name or a text.
 * @returns {string | undefined} Its text.
 */
function nameOf(node) {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : undefined;
}
