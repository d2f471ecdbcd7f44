import { textOf } from "./find-declaration.mjs";

/** @import { Function as FunctionNode, Node, ParamPattern, TSInterfaceDeclaration, Class } from "oxc-parser" */
/** @import { Declaration } from "./find-declaration.mjs" */
/** @import { ParsedModule } from "./parse-module.mjs" */

/**
 * A missing part of the documentation of a symbol.
 *
 * @typedef {object} DocumentationFault
 * @property {string} message What is missing.
 * @property {number} [offset] Position, when it differs from that of the symbol.
 */

/** Methods that the language itself calls: their meaning is known. */
const PROTOCOL = new Set(["toString", "toJSON"]);

/**
 * Lists the missing parts of the documentation of an exported symbol: a sentence for each symbol; parameters and result
 * of a function; each member of an options interface; each public member of a class.
 *
 * @param {string} name The exported name.
 * @param {Declaration} declaration Its declaration.
 * @returns {DocumentationFault[]} The missing parts; empty when the documentation is complete.
 */
export function documentationFaults(name, { module, statement, node }) {
  const comment = documentationBefore(module, statement.start);
  if (!hasSentence(comment)) return [{ message: `exports "${name}" without a documentation comment` }];
  switch (node.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return functionFaults(name, comment, node);
    case "TSInterfaceDeclaration":
      return name.endsWith("Options") ? memberFaults(name, module, node.body.body) : [];
    case "ClassDeclaration":
      return memberFaults(name, module, publicMembers(node));
    default:
      return [];
  }
}

/**
 * @param {ParsedModule} module The file.
 * @param {number} offset Where a symbol starts.
 * @returns {string} The documentation comment that ends right before it; empty when there is none.
 */
function documentationBefore(module, offset) {
  const comment = module.comments.findLast(({ end }) => end <= offset);
  const adjacent = comment && module.text.slice(comment.end, offset).trim() === "";
  return adjacent && comment.type === "Block" && comment.value.startsWith("*") ? comment.value : "";
}

/**
 * @param {string} comment A documentation comment.
 * @returns {boolean} True when it has text before its first tag.
 */
function hasSentence(comment) {
  const text = comment.replace(/^\s*\*+ ?/gm, "");
  return (text.split(/^@\w/m, 1)[0] ?? "").trim() !== "";
}

/**
 * @param {string} name The function.
 * @param {string} comment Its documentation comment.
 * @param {FunctionNode} node Its declaration.
 * @returns {DocumentationFault[]} Parameters and a result that the comment does not mention.
 */
function functionFaults(name, comment, node) {
  const tags = Array.from(
    comment.matchAll(/@param\s+(?:\{[^}]*\}\s+)?\[?([\w$]+)/g),
    (match) => match[1] ?? "",
  );
  const faults = node.params.flatMap((parameter, index) => {
    const wanted = parameterName(parameter);
    if (wanted === undefined ? tags.length > index : tags.includes(wanted)) return [];
    return [{ message: `exports "${name}" without a @param for "${wanted ?? `parameter ${index + 1}`}"` }];
  });
  const returnType = node.returnType?.typeAnnotation;
  if (returnType && !isNothing(returnType) && !/@returns\s+\S/.test(comment)) {
    faults.push({ message: `exports "${name}" without a @returns` });
  }
  return faults;
}

/**
 * @param {ParamPattern} node A parameter.
 * @returns {string | undefined} Its name, or `undefined` when it is destructured.
 */
function parameterName(node) {
  if (node.type === "AssignmentPattern") return node.left.type === "Identifier" ? node.left.name : undefined;
  if (node.type === "RestElement")
    return node.argument.type === "Identifier" ? node.argument.name : undefined;
  return node.type === "Identifier" ? node.name : undefined;
}

/**
 * @param {Node} type A return type.
 * @returns {boolean} True when there is no result to describe.
 */
function isNothing(type) {
  if (type.type === "TSVoidKeyword" || type.type === "TSNeverKeyword" || type.type === "TSTypePredicate") {
    return type.type !== "TSTypePredicate" || type.asserts;
  }
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
  const inner = type.typeArguments?.params[0];
  return type.typeName.name === "Promise" && inner !== undefined && isNothing(inner);
}

/**
 * @param {string} name The interface or class.
 * @param {ParsedModule} module Its file.
 * @param {readonly Node[]} members The members that need a comment.
 * @returns {DocumentationFault[]} Those without one.
 */
function memberFaults(name, module, members) {
  return members
    .filter(({ start }) => !hasSentence(documentationBefore(module, start)))
    .map((member) => {
      const key = "key" in member && member.key ? textOf(member.key) : "";
      const path = key === "" ? name : `${name}.${key}`;
      return { message: `exports "${path}" without a documentation comment`, offset: member.start };
    });
}

/**
 * @param {Class} node A class.
 * @returns {Node[]} Its members that users see: no `#` names, no overrides, and the constructor only when it has
 * parameters.
 */
function publicMembers(node) {
  return node.body.body.filter((member) => {
    if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") return false;
    if (member.key.type === "PrivateIdentifier" || member.override || member.computed) return false;
    if (PROTOCOL.has(textOf(member.key))) return false;
    return (
      member.type !== "MethodDefinition" || member.kind !== "constructor" || member.value.params.length > 0
    );
  });
}
