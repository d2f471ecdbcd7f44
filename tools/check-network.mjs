import { listFiles } from "./list-files.mjs";
import { listImports } from "./list-imports.mjs";
import { isSource, isTest, parseModule, walk } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { Problem } from "./problem.mjs" */

const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dns|dns\/promises|dgram)$/;
const PACKAGES = /^(?:undici|node-fetch|axios|got|ky|ws)(?:\/|$)/;
const GLOBALS = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);
const RULE = "a connector reaches the network through the SDK only";

/**
 * Checks that no connector opens a connection by itself: addresses, limits, retries and credentials are the
 * SDK's business. Tests are free to.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} What is wrong; empty when all is well.
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
      if (name === undefined) return;
      problems.push({ file, line: module.lineAt(node.start), message: `uses "${name}": ${RULE}` });
    });
  }
  return problems;
}

/**
 * Recognises the platform's own network functions. A local variable of the same name counts as well: in a
 * connector it would read as the forbidden one.
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
