import { posix } from "node:path";

/**
 * Changes the links of a page so that they lead to the pages of the site. A link to a file that is not a page, such as
 * source code, becomes its text: the site has no copy of it.
 *
 * @param {string} text Markdown.
 * @param {{ file: string, pages: ReadonlyMap<string, string> }} options Path of the file in the repository, and the
 *   pages of the site by that path.
 * @returns {string} The Markdown of the page.
 */
export function moveLinks(text, { file, pages }) {
  const here = posix.dirname(pages.get(file) ?? file);
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(
      /(?<image>!?)\[(?<label>(?:[^\][]|\[[^\]]*\])*)\]\((?<target>[^)\s]+)\)/g,
      (link, ...[image, label, target]) => {
        if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return link;
        const [linked, fragment] = target.split("#", 2);
        const found = posix.normalize(posix.join(posix.dirname(file), linked));
        if (image !== "") return `![${label}](${posix.relative(here, found)})`;
        const page = pages.get(found) ?? pages.get(posix.join(found, "README.md"));
        if (page === undefined) return label;
        const [path, section = fragment] = page.split("#", 2);
        return `[${label}](/${path.replace(/\.md$/, "")}${section === undefined ? "" : `#${section}`})`;
      },
    ),
  );
}

/**
 * @param {string} text Markdown.
 * @param {(prose: string) => string} change Changes what is not code.
 * @returns {string} The changed text.
 */
function outsideOfCode(text, change) {
  return text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
