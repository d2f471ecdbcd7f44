import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the Markdown files of the repository that are pages of the site.
 *
 * @param {string} root Root of the repository.
 * @returns {Map<string, string>} Path of each page below the root of the site, by the path of its file in the repository. A file
 *   that is a section of a page has the path of the page and the anchor of its heading.
 */
export function listPages(root) {
  const pages = new Map([
    ["README.md", "start.md"],
    ["ARCHITECTURE.md", "architecture.md"],
    ["CONTRIBUTING.md", "contributing.md"],
    ["samples/README.md", "samples.md"],
  ]);
  for (const folder of ["docs", "docs/decisions"])
    for (const file of listMarkdown(root, folder)) pages.set(`${folder}/${file}`, `${folder}/${file}`);
  for (const file of listMarkdown(root, "docs/requirements")) {
    // Hundreds of small pages would take most of the time of a build: requirements of one area share a page.
    const [area] = file.split(".", 1);
    pages.set(
      `docs/requirements/${file}`,
      `docs/requirements/${area}.md#${file.replace(/\.md$/, "").replaceAll(".", "")}`,
    );
  }
  for (const parent of ["packages", "connectors", "examples"])
    for (const name of readdirSync(join(root, parent)))
      if (existsSync(join(root, parent, name, "README.md")))
        pages.set(`${parent}/${name}/README.md`, `${parent}/${name}.md`);
  return pages;
}

/**
 * @param {string} root Root of the repository.
 * @param {string} folder Folder below it.
 * @returns {string[]} Names of the Markdown files in the folder.
 */
function listMarkdown(root, folder) {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
}
