import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { listFiles } from "./list-files.mjs";
import { isSource, parseModule } from "./parse-module.mjs";

/** @import { Class, Node } from "oxc-parser" */
/** @import { Problem } from "./problem.mjs" */

/** A link whose text is the name of something in the file that it leads to, such as `` [`openRows`](open-rows.ts) ``. */
const LINK = /\[`(?<symbol>[\w$]+)(?:\.(?<member>[\w$]+))?`\]\((?<target>[^)#\s]+)\)/g;

/**
 * Checks that a name which Markdown links to a source file is declared at the top level of that file: a link whose text
 * is `name` or, for a method of a class, `Name.method`.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each name that the file does not declare. Missing files are found by the check of links.
 */
export function checkSymbols(root) {
  return listFiles(root)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return Array.from(text.matchAll(LINK)).flatMap(({ index, groups = {} }) => {
        const { symbol = "", member, target = "" } = groups;
        const source = posix.join(posix.dirname(file), target);
        if (
          !isSource(source) ||
          !existsSync(join(root, source)) ||
          declares(root, source, { symbol, member })
        )
          return [];
        const name = member === undefined ? symbol : `${symbol}.${member}`;
        const line = text.slice(0, index).split("\n").length;
        return [{ file, line, message: `links to "${name}", which "${source}" does not declare` }];
      });
    });
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file A source file.
 * @param {{ symbol: string, member: string | undefined }} name The name.
 * @returns {boolean} Whether the file declares it.
 */
function declares(root, file, { symbol, member }) {
  return parseModule(root, file).program.body.some((statement) => {
    const declaration =
      "declaration" in statement && statement.declaration ? statement.declaration : statement;
    if (!declaredNames(declaration).includes(symbol)) return false;
    return (
      member === undefined || (declaration.type === "ClassDeclaration" && hasMember(declaration, member))
    );
  });
}

/**
 * @param {Node} node A declaration.
 * @returns {string[]} The names it declares; empty for a node that does not declare any.
 */
function declaredNames(node) {
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in node && node.id && "name" in node.id && typeof node.id.name === "string"
    ? [node.id.name]
    : [];
}

/**
 * @param {Class} node A class.
 * @param {string} name The name of a member.
 * @returns {boolean} Whether the class itself has it.
 */
function hasMember({ body }, name) {
  return body.body.some(
    (member) => "key" in member && member.key.type === "Identifier" && member.key.name === name,
  );
}
