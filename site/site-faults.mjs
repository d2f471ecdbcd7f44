import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An attribute that makes a browser load something. A link is followed by the reader only. */
const LOADED =
  /<(?:script|img|iframe|source)\b[^>]*\bsrc="([^"]+)"|<link\b(?![^>]*\brel="canonical")[^>]*\bhref="([^"]+)"/g;

/**
 * Finds what is wrong with the pages of the built site: something that is loaded from another host, so that the page needs a
 * network, and a link to a page or a heading that does not exist.
 *
 * @param {string} folder Folder of the built site.
 * @returns {string[]} A line for each fault.
 */
export function siteFaults(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".html") && !file.startsWith("api-reference"),
  );
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  return [...texts].flatMap(([page, text]) => [
    ...[...text.matchAll(LOADED)]
      .map((match) => match[1] ?? match[2] ?? "")
      .filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))
      .map((address) => `${page} loads "${address}" from another host`),
    ...[...text.matchAll(/<a\b[^>]*\bhref="(\/[^"]*|#[^"]*)"/g)]
      .map((match) => match[1] ?? "")
      .filter((target) => !exists(target, { page, texts, folder }))
      .map((target) => `${page} links to "${target}", which does not exist`),
  ]);
}

/**
 * @param {string} target Target of a link, from the root of the site or within the page.
 * @param {{ page: string, texts: ReadonlyMap<string, string>, folder: string }} site The page with the link, the pages, and
 *   their folder.
 * @returns {boolean} Whether the target exists.
 */
function exists(target, { page, texts, folder }) {
  const [path = "", fragment] = target.split("#", 2);
  const file = path === "" ? page : path.slice(1) || "index.html";
  const text = texts.get(file);
  if (text === undefined) return path !== "" && existsSync(join(folder, path));
  return fragment === undefined || fragment === "" || text.includes(`id="${decodeURIComponent(fragment)}"`);
}
