import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { listFiles } from "./list-files.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * A link of a Markdown file.
 *
 * @typedef {object} Link
 * @property {string} target Its target.
 * @property {number} line Its line, counted from 1.
 */

const LINKS = [
  /\[(?:[^\]]|\\\])*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  /^ {0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)>?/gm,
  /\b(?:href|src)="([^"]+)"/g,
];

/**
 * Checks that every relative link of every Markdown file points to an existing file and, if it names a heading, to an
 * existing heading.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each broken link.
 */
export function checkLinks(root) {
  return listFiles(root)
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      listLinks(readFileSync(join(root, file), "utf8")).flatMap(({ target, line }) => {
        const message = linkFault(root, file, target);
        return message === undefined ? [] : [{ file, line, message }];
      }),
    );
}

/**
 * @param {string} text A Markdown text.
 * @returns {Link[]} Its links to files of the repository.
 */
function listLinks(text) {
  const prose = withoutCode(text);
  return LINKS.flatMap((pattern) =>
    Array.from(prose.matchAll(pattern), (match) => ({
      target: match[1] ?? "",
      line: prose.slice(0, match.index).split("\n").length,
    })),
  ).filter(({ target }) => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target));
}

/**
 * @param {string} root Root of the tree.
 * @param {string} file The file with the link.
 * @param {string} target Target of the link.
 * @returns {string | undefined} Its fault, if there is one.
 */
function linkFault(root, file, target) {
  const [path = "", fragment] = target.split("#", 2);
  const from = path.startsWith("/") ? "" : posix.dirname(file);
  const resolved = path === "" ? file : posix.join(from, decodeURIComponent(path));
  if (resolved.startsWith("..")) return `links to "${target}", outside the repository`;
  if (!existsSync(join(root, resolved))) return `links to "${target}", which does not exist`;
  if (fragment === undefined || !resolved.endsWith(".md")) return undefined;
  const anchors = listAnchors(readFileSync(join(root, resolved), "utf8"));
  return anchors.has(fragment) ? undefined : `links to "${target}", but "${resolved}" has no such heading`;
}

/**
 * Lists the valid fragments of a text, spelled as code hosts spell them.
 *
 * @param {string} text A Markdown text.
 * @returns {Set<string>} Slugs of its headings and ids of its HTML.
 */
function listAnchors(text) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const anchors = new Set(Array.from(text.matchAll(/\b(?:id|name)="([^"]+)"/g), (match) => match[1] ?? ""));
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  for (const match of prose.matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)) {
    const slug = (match[1] ?? "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const seen = counts.get(slug) ?? 0;
    counts.set(slug, seen + 1);
    anchors.add(seen === 0 ? slug : `${slug}-${seen}`);
  }
  return anchors;
}

/**
 * @param {string} text A Markdown text.
 * @returns {string} The text with its code replaced by blanks, line by line.
 */
function withoutCode(text) {
  return text
    .replace(/^[ \t]*(```+|~~~+)[\s\S]*?^[ \t]*\1/gm, (block) => block.replace(/[^\n]/g, " "))
    .replace(/(`+)(?!`)[^\n]*?\1/g, (code) => " ".repeat(code.length));
}
