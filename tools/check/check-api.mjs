import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { listEntryPoints } from "../reference/entry-points.mjs";
import { parseModule } from "./parse-module.mjs";

/** @import { Node } from "oxc-parser" */
/** @import { EntryPoint } from "../reference/entry-points.mjs" */
/** @import { ParsedModule } from "./parse-module.mjs" */
/** @import { Problem } from "./problem.mjs" */

/** Packages that docs/versions.md does not call stable. */
const notCovered = /^packages\/(?:engine-process|results|rows|runtime|sql|workbench|console)\//;

/**
 * Checks that the API report of each stable package, `api.md`, is what its compiled declarations say. A difference is a
 * change of the public surface, which needs a change note when something is removed or changed.
 *
 * @param {string} root Root of the tree, compiled.
 * @returns {Problem[]} One for each report that differs.
 */
export function checkApi(root) {
  return [...apiReports(root)].flatMap(([file, text]) => {
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, "utf8") === text) return [];
    const line = existsSync(path) ? firstDifference(readFileSync(path, "utf8"), text) : 1;
    const message =
      "differs from what the package exports: run npm run write api, read the difference, and add a change note (npx changeset)";
    return [{ file, line, message }];
  });
}

/**
 * Writes the API report of each stable package.
 *
 * @param {string} root Root of the tree, compiled.
 * @returns {string[]} The files that changed.
 */
export function writeApi(root) {
  return [...apiReports(root)].flatMap(([file, text]) => {
    const path = join(root, file);
    if (existsSync(path) && readFileSync(path, "utf8") === text) return [];
    writeFileSync(path, text);
    return [file];
  });
}

/**
 * @param {string} root Root of the tree.
 * @returns {Map<string, string>} The text of each report by its file.
 */
function apiReports(root) {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const entry of listEntryPoints(root)) {
    if (notCovered.test(entry.file)) continue;
    const declarations = entry.file.replace("/src/", "/dist/").replace(/\.ts$/, ".d.ts");
    if (!existsSync(join(root, declarations))) continue;
    const folder = entry.file.slice(0, entry.file.indexOf("/src/"));
    const file = `${folder}/api.md`;
    parts.set(file, [
      ...(parts.get(file) ?? [`# API of ${entry.packageName}`]),
      section(root, entry, declarations),
    ]);
  }
  return new Map([...parts].map(([file, sections]) => [file, `${sections.join("\n\n")}\n`]));
}

/**
 * @param {string} root Root of the tree.
 * @param {EntryPoint} entry An entry point.
 * @param {string} file Its compiled declarations.
 * @returns {string} What it exports, sorted by name.
 */
function section(root, { name }, file) {
  const exported = [...exportsOf(root, file)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `## ${name}\n\n\`\`\`ts\n${exported.map(([, text]) => text).join("\n")}\n\`\`\``;
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file A file of declarations.
 * @returns {Map<string, string>} The declaration of each name that it exports, without comments.
 */
function exportsOf(root, file) {
  const parsed = parseModule(root, file);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const statement of parsed.program.body) {
    if (statement.type === "ExportDefaultDeclaration") found.set("default", textOf(parsed, statement));
    if (statement.type !== "ExportNamedDeclaration") continue;
    for (const name of declaredNames(statement.declaration)) {
      const before = found.get(name);
      found.set(name, `${before === undefined ? "" : `${before}\n`}${textOf(parsed, statement)}`);
    }
    const from = statement.source?.value;
    for (const { local, exported } of statement.specifiers) {
      const [inner, outer] = [nameOf(local), nameOf(exported)];
      found.set(
        outer,
        from?.startsWith(".") === true
          ? resolved(root, { file, from, inner, outer })
          : `export { ${inner === outer ? outer : `${inner} as ${outer}`} }${from === undefined ? "" : ` from "${from}"`};`,
      );
    }
  }
  return found;
}

/**
 * @param {string} root Root of the tree.
 * @param {{ file: string, from: string, inner: string, outer: string }} reexport A name that a file exports from another.
 * @returns {string} Its declaration.
 */
function resolved(root, { file, from, inner, outer }) {
  const target = posix.join(posix.dirname(file), from).replace(/\.js$/, ".d.ts");
  const text = exportsOf(root, target).get(inner) ?? `export { ${inner} };`;
  return inner === outer ? text : `${text}\nexport { ${inner} as ${outer} };`;
}

/**
 * @param {Node | null} declaration A declaration.
 * @returns {string[]} The names that it declares.
 */
function declaredNames(declaration) {
  if (declaration === null) return [];
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

/**
 * @param {Node} node The name of a specifier.
 * @returns {string} The name.
 */
function nameOf(node) {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}

/**
 * @param {ParsedModule} parsed A module.
 * @param {Node} node A statement of it.
 * @returns {string} Its text without comments and blank lines.
 */
function textOf({ text, comments }, { start, end }) {
  let bare = "";
  let at = start;
  for (const comment of comments) {
    if (comment.start < at || comment.end > end) continue;
    bare += text.slice(at, comment.start);
    at = comment.end;
  }
  bare += text.slice(at, end);
  return bare.replace(/^\s*\n/gm, "").replace(/^export declare /, "export ");
}

/**
 * @param {string} one A text.
 * @param {string} other Another text.
 * @returns {number} The first line in which they differ, counted from 1.
 */
function firstDifference(one, other) {
  const lines = other.split("\n");
  return one.split("\n").findIndex((line, index) => line !== lines[index]) + 1 || 1;
}
