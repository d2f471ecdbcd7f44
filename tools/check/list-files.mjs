import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists every file of the tree that belongs to the project: folders named in the root `.gitignore`, and `.git` itself,
 * are excluded.
 *
 * @param {string} root Root of the tree.
 * @returns {string[]} Paths relative to the root, with forward slashes, sorted.
 */
export function listFiles(root) {
  const ignored = ignoredFolders(root);
  /** @type {string[]} */
  const files = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // In a linked worktree, `.git` is a file instead of a folder.
      if (entry.isFile() && entry.name !== ".git") files.push(path);
      else if (entry.isDirectory() && !ignored.has(entry.name)) folders.push(path);
    }
  }
  return files.toSorted();
}

/**
 * Reads the folder names that git ignores at any depth.
 *
 * @param {string} root Root of the tree.
 * @returns {Set<string>} Names such as `node_modules`; patterns and paths are skipped, because they are not folder
 * names.
 */
function ignoredFolders(root) {
  const path = join(root, ".gitignore");
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const names = lines.filter((line) => /^[\w.-]+\/$/.test(line)).map((line) => line.slice(0, -1));
  return new Set([".git", "node_modules", "dist", ...names]);
}
