import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * Lists the Markdown files of the repository that are pages of the site.
 *
 * @param {string} root Root of the repository.
 * @returns {Map<string, string>} Path of each page below the root of the site, by the path of its file in the repository.
 */
export function listPages(root) {
  const pages = new Map([
    ["README.md", "start.md"],
    ["ARCHITECTURE.md", "architecture.md"],
    ["CONTRIBUTING.md", "contributing.md"],
    ["CHANGELOG.md", "changelog.md"],
    ["samples/README.md", "samples.md"],
    ["packages/README.md", "packages/index.md"],
    ["connectors/README.md", "connectors/index.md"],
    ["examples/README.md", "examples/index.md"],
  ]);
  for (const file of listMarkdown(root, "docs"))
    pages.set(`docs/${file}`, `docs/${file.replace(/README\.md$/, "index.md")}`);
  for (const parent of ["packages", "connectors", "examples"])
    for (const name of readdirSync(join(root, parent)))
      if (existsSync(join(root, parent, name, "README.md")))
        pages.set(`${parent}/${name}/README.md`, `${parent}/${name}.md`);
  return pages;
}

/**
 * @param {string} root Root of the repository.
 * @param {string} folder Folder below it.
 * @returns {string[]} Paths of the Markdown files in the folder and the folders below it, relative to the folder.
 */
function listMarkdown(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".md"));
}
