import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";

/** @import { Problem } from "./problem.mjs" */

/** The first block of commands that a reader would run, or that shows a terminal. */
const COMMANDS = /^ *```(?:sh|bash|shell|console)\b/m;

/** Pages with commands that are not guides: change notes, what a program has written from tables, and what agents read. */
const OTHERS =
  /(?:^|\/)(?:CHANGELOG|CONTRIBUTING|SKILL|api)\.md$|^\.changeset\/|^docs\/decisions\/|^docs\/commands\.md$/;

/**
 * Checks that every page with commands says, before the first of them, what its reader needs and gets.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each page that does not.
 */
export function checkGuides(root) {
  return listFiles(root)
    .filter((file) => file.endsWith(".md") && !OTHERS.test(file))
    .flatMap((file) => {
      const [before = "", ...commands] = readFileSync(join(root, file), "utf8").split(COMMANDS);
      const missing = ["You need", "You get"].filter(
        (words) => commands.length > 0 && !new RegExp(`\\b${words.replace(" ", "\\s+")}\\b`).test(before),
      );
      return missing.map((words) => ({
        file,
        line: before.split("\n").length,
        message: `the commands come before "${words}": say first what the reader of the page needs and gets`,
      }));
    });
}
