import { posix } from "node:path";
import { listFiles } from "./list-files.mjs";
import { isSource, isTest, parseModule, walk } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { Problem } from "./problem.mjs" */

const SOURCE = "packages/server/src";
const FACES = `${SOURCE}/faces`;

/** The only module of the faces that other folders import, and who does. */
const ENTRY = { file: `${FACES}/faces.ts`, importers: `${SOURCE}/fastify/` };

/** What the server may import from the contract outside of its faces: nothing of a wire format. */
const SHARED = new Set(["ErrorCode", "errorCodes", "fieldTypes", "Option", "reservedAccountKinds"]);

/** The modules of the contract that have some of it. */
const MODULES = ["@wellhead/contract", "@wellhead/contract/vocabulary"];

/**
 * Checks that only the faces of the server know a wire format: no other file of it imports from the contract what
 * belongs to one, or imports from a face.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkFaces(root) {
  return listFiles(root)
    .filter((file) => file.startsWith(`${SOURCE}/`) && !file.startsWith(`${FACES}/`))
    .filter((file) => isSource(file) && !isTest(file))
    .flatMap((file) => checkFile(root, file));
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file A file outside of the faces.
 * @returns {Problem[]} The problems of its imports.
 */
function checkFile(root, file) {
  const module = parseModule(root, file);
  /** @type {Problem[]} */
  const problems = [];
  walk(module.program, (node) => {
    const fault = faultOf(node, file);
    if (fault !== undefined) problems.push({ file, line: module.lineAt(node.start), message: fault });
  });
  return problems;
}

/**
 * @param {Node} node Any node.
 * @param {string} file Its file.
 * @returns {string | undefined} The fault, if the node imports what only a face may know.
 */
function faultOf(node, file) {
  const { specifier, names } = importOf(node);
  if (specifier === undefined) return undefined;
  const target = posix.join(posix.dirname(file), specifier.replace(/\.js$/, ".ts"));
  if (specifier.startsWith(".") && target.startsWith(`${FACES}/`)) {
    return target === ENTRY.file && file.startsWith(ENTRY.importers)
      ? undefined
      : `imports "${specifier}": only ${ENTRY.importers} may import a face, and only ${ENTRY.file}`;
  }
  if (!specifier.startsWith("@wellhead/contract")) return undefined;
  const foreign = names.find((name) => !MODULES.includes(specifier) || !SHARED.has(name));
  if (foreign === undefined) return undefined;
  return `imports "${foreign}" from "${specifier}", which belongs to a wire format: move the code that needs it to ${FACES}`;
}

/**
 * @param {Node} node Any node.
 * @returns {{ specifier?: string, names: readonly string[] }} The module it imports from, and what; `*` for everything.
 */
function importOf(node) {
  switch (node.type) {
    case "ImportDeclaration":
      return {
        specifier: node.source.value,
        names: node.specifiers.map((part) =>
          part.type === "ImportSpecifier" && part.imported.type === "Identifier" ? part.imported.name : "*",
        ),
      };
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return node.source ? { specifier: node.source.value, names: ["*"] } : { names: [] };
    case "ImportExpression":
    case "TSImportType":
      return node.source.type === "Literal" && typeof node.source.value === "string"
        ? { specifier: node.source.value, names: ["*"] }
        : { names: [] };
    default:
      return { names: [] };
  }
}
