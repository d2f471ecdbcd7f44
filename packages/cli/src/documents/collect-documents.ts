import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** A page of the documentation, in Markdown. */
export interface DocumentPage {
  /** Path in the repository, such as `docs/recipes.md`. */
  readonly path: string;
  readonly text: string;
}

/** Folders with one page per folder in them. */
const parents = ["packages", "connectors", "examples"];

/**
 * Collects the pages of the documentation: the guides, the README of each package, connector and example, the API of each
 * package, and the skills for coding agents.
 *
 * @param root - Root of the repository
 * @returns The pages, by path
 */
export function collectDocuments(root: string): readonly DocumentPage[] {
  const named = parents.flatMap((parent) =>
    list(join(root, parent)).flatMap((name) => [
      `${parent}/${name}/README.md`,
      ...(parent === "packages" ? [`${parent}/${name}/api.md`] : []),
    ]),
  );
  const found = ["docs", "packages/create-wellhead/skills"].flatMap((folder) =>
    markdownIn(join(root, folder)).map((file) => `${folder}/${file}`),
  );
  return ["README.md", ...found, ...named]
    .filter((path) => existsSync(join(root, path)))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function list(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function markdownIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".md"));
}
