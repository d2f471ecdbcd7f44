import { posix } from "node:path";
import { listFiles } from "./list-files.mjs";

/** @import { Problem } from "./problem.mjs" */

const VAGUE = /(?:^|\/)(?:utils?|helpers?|shared|common|core)(?:\/|$)/;

/**
 * Checks that no folder has a name that does not describe its contents.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each such folder.
 */
export function checkFolders(root) {
  const folders = new Set(listFiles(root).map((file) => posix.dirname(file)));
  return Array.from(folders)
    .filter((folder) => VAGUE.test(folder))
    .map((file) => ({
      file,
      line: 1,
      message: "is a folder named after nothing: name it by its domain or its step in the pipeline",
    }));
}
