import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";
import { isSource } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * The result of refreshing the snippets of a text.
 *
 * @typedef {object} Refreshed
 * @property {string} text The text with every snippet up to date.
 * @property {Problem[]} problems Snippets that differ, or whose file or region is missing.
 */

/** An opening fence, in Markdown or in a documentation comment, that names the file of its code. */
const FENCE = /^(?<prefix>[ \t]*(?:\*[ ]?)?)```\w* snippet=(?<path>[^\s#]+)(?:#(?<region>\S+))?\s*$/;
const MARKER = /^[ \t]*(?:\/\/|#|--|<!--) ?#(?:end)?region\b/;

/**
 * Checks that code shown in Markdown and documentation comments is identical to its source file. A fence opts in by its
 * info string: `ts snippet=path/from/root.ts` for a whole file, `ts snippet=path/from/root.ts#name` for the lines
 * between `// #region name` and `// #endregion name`.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each snippet that differs or whose source is missing.
 */
export function checkSnippets(root) {
  return textFiles(root).flatMap(
    (file) => refresh(root, file, readFileSync(join(root, file), "utf8")).problems,
  );
}

/**
 * Updates every snippet from its source file.
 *
 * @param {string} root Root of the tree.
 * @returns {string[]} The files that changed.
 */
export function writeSnippets(root) {
  return textFiles(root).filter((file) => {
    const before = readFileSync(join(root, file), "utf8");
    const { text } = refresh(root, file, before);
    if (text !== before) writeFileSync(join(root, file), text);
    return text !== before;
  });
}

/**
 * @param {string} root Root of the tree.
 * @returns {string[]} The files that may show snippets.
 */
function textFiles(root) {
  return listFiles(root).filter((file) => file.endsWith(".md") || isSource(file));
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file The file that shows snippets.
 * @param {string} text Its text.
 * @returns {Refreshed} The updated text, and the problems.
 */
function refresh(root, file, text) {
  const lines = text.split("\n");
  /** @type {string[]} */
  const output = [];
  /** @type {Problem[]} */
  const problems = [];
  for (let index = 0; index < lines.length; index += 1) {
    const opening = lines[index] ?? "";
    output.push(opening);
    const { prefix = "", path, region } = FENCE.exec(opening)?.groups ?? {};
    if (path === undefined) continue;
    const end = lines.findIndex((line, at) => at > index && line.trimEnd() === `${prefix}\`\`\``.trimEnd());
    const shown = lines.slice(index + 1, end === -1 ? lines.length : end);
    const source = readSnippet(root, path, region);
    const wanted = Array.isArray(source) ? source.map((line) => (prefix + line).trimEnd()) : shown;
    if (typeof source === "string") problems.push({ file, line: index + 1, message: source });
    else if (wanted.join("\n") !== shown.join("\n")) {
      const message = `shows a snippet that differs from "${path}": refresh it with npm run write snippets`;
      problems.push({ file, line: index + 1, message });
    }
    output.push(...wanted);
    index += shown.length;
  }
  return { text: output.join("\n"), problems };
}

/**
 * @param {string} root Root of the tree.
 * @param {string} path The file the snippet is from.
 * @param {string | undefined} region The region, or `undefined` for the whole file.
 * @returns {string[] | string} The lines, or a description of the fault.
 */
function readSnippet(root, path, region) {
  if (!existsSync(join(root, path))) return `shows a snippet of "${path}", which does not exist`;
  const lines = readFileSync(join(root, path), "utf8").trimEnd().split("\n");
  if (region === undefined) return lines.filter((line) => !MARKER.test(line));
  const start = lines.findIndex((line) => MARKER.test(line) && line.trimEnd().endsWith(`#region ${region}`));
  const end = lines.findIndex((line) => MARKER.test(line) && line.trimEnd().endsWith(`#endregion ${region}`));
  if (start === -1 || end < start) return `shows region "${region}" of "${path}", which has no such region`;
  const inside = lines.slice(start + 1, end).filter((line) => !MARKER.test(line));
  const indents = inside.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  return inside.map((line) => line.slice(Math.min(...indents)));
}
