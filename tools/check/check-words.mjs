import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";
import { isTest } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * Text that is not allowed in the tree.
 *
 * @typedef {object} Word
 * @property {RegExp} pattern Pattern to search for, line by line.
 * @property {string} reason Why it is not allowed.
 * @property {boolean} [tests] Whether to search only tests. Default: false.
 */

/** @type {readonly Word[]} */
const WORDS = [
  {
    pattern: /(?<![\w.~:-])\/(?:work|root|home|Users)\/[\w.]/,
    reason: "a path of one machine means nothing on another",
  },
  { pattern: /\.\.\/shared\b/, reason: "nothing outside the repository may be needed to read it" },
  { pattern: /\bissue #?\d+\b/i, reason: "a number of a tracker says nothing here: say what it is about" },
  // Written so that the pattern does not match its own line.
  { pattern: /\b(?:TO[D]O|FIX[M]E)\b/, reason: "finish it, or leave it out" },
  { pattern: /[a-z]{3}\.\.(?![./\w*])/, reason: "a sentence ends with one full stop" },
  { pattern: /\.(?:only|skip|todo)\(/, reason: "every test runs, every time", tests: true },
];

const TEXT =
  /\.(?:[cm]?[jt]sx?|json|md|ya?ml|sh|html|css|svg|txt|toml)$|(?:^|\/)(?:\.ci\/run|Dockerfile|\.\w+)$/;
const DATA = /(?:^|\/)fixtures\/|^samples\/[^/]+\.json$|(?:^|\/)package-lock\.json$/;

/**
 * Checks that the text of the project is about the project only and is finished: no paths of one machine, no issue
 * numbers, no notes about work to do later, no skipped tests.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} The problems; empty when there are none.
 */
export function checkWords(root) {
  return listFiles(root)
    .filter((file) => TEXT.test(file) && !DATA.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((text, index) =>
          wordsIn(text, isTest(file)).map((message) => ({ file, line: index + 1, message })),
        ),
    );
}

/**
 * @param {string} text One line.
 * @param {boolean} test Whether the line is part of a test.
 * @returns {string[]} Its faults.
 */
function wordsIn(text, test) {
  return WORDS.filter((word) => test || !word.tests).flatMap(({ pattern, reason }) => {
    const found = pattern.exec(text);
    return found ? [`has "${found[0]}": ${reason}`] : [];
  });
}
