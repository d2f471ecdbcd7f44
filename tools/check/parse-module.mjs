import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";

/** @import { Comment, Node, Program } from "oxc-parser" */

/**
 * A parsed source file.
 *
 * @typedef {object} ParsedModule
 * @property {string} file Path relative to the root.
 * @property {string} text The source.
 * @property {Program} program The syntax tree.
 * @property {readonly Comment[]} comments Every comment, in order.
 * @property {(offset: number) => number} lineAt Line of an offset in `text`, counted from 1.
 */

/**
 * Parses one JavaScript or TypeScript file.
 *
 * @param {string} root Root of the tree.
 * @param {string} file Path relative to the root.
 * @returns {ParsedModule} The parsed file.
 * @throws {SyntaxError} When the file is not valid: a check that skipped the file would not prove anything.
 */
export function parseModule(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const result = parseSync(file, text, { sourceType: "module" });
  const fault = result.errors[0];
  if (fault) throw new SyntaxError(`Parsing "${file}" failed: ${fault.message}`);
  const starts = lineStarts(text);
  return {
    file,
    text,
    program: result.program,
    comments: result.comments,
    lineAt: (offset) => starts.filter((start) => start <= offset).length,
  };
}

/**
 * Visits a node and everything below it, parents first.
 *
 * @param {Node} node The node to start from.
 * @param {(node: Node, ancestors: readonly Node[]) => void} visit Called for each node with its ancestors, the nearest
 * last.
 * @param {readonly Node[]} [ancestors] Ancestors of `node`; none by default.
 * @returns {void}
 */
export function walk(node, visit, ancestors = []) {
  visit(node, ancestors);
  const path = [...ancestors, node];
  for (const key of visitorKeys[node.type] ?? []) {
    /** @type {unknown} */
    const value = Reflect.get(node, key);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, path);
    }
  }
}

/**
 * Returns whether a file is source code that the checks read.
 *
 * @param {string} file A path.
 * @returns {boolean} True for TypeScript and JavaScript modules, false for declarations and all other files.
 */
export function isSource(file) {
  return /\.(?:m?ts|tsx|m?js)$/.test(file) && !file.endsWith(".d.ts");
}

/**
 * Returns whether a source file is only for tests.
 *
 * @param {string} file A path.
 * @returns {boolean} True for tests, type tests and files in a folder named `test`.
 */
export function isTest(file) {
  return /\.test(?:-d)?\.\w+$/.test(file) || /(?:^|\/)test\//.test(file);
}

/**
 * @param {unknown} value Any value in a syntax tree.
 * @returns {value is Node} True when it is a node.
 */
function isNode(value) {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/**
 * @param {string} text A source text.
 * @returns {number[]} Offset of the first character of each line.
 */
function lineStarts(text) {
  return [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
}
