import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.mjs";
import { isTest } from "./parse-module.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * Text that has no place in the tree.
 *
 * @typedef {object} Word
 * @property {RegExp} pattern What is looked for, line by line.
 * @property {string} reason Why it has no place.
 * @property {boolean} [tests] Whether it is looked for in tests only; everywhere when left out.
 */

/** @type {readonly Word[]} */
const WORDS = [
  {
    pattern: /(?<![\w.~:-])\/(?:work|root|home|Users)\/[\w.]/,
    reason: "a path of one machine means nothing on another",
  },
  { pattern: /\.\.\/shared\b/, reason: "nothing outside the repository may be needed to read it" },
  { pattern: /\bissue #?\d+\b/i, reason: "a number of a tracker says nothing here: say what it is about" },
  // Written so that this line does not find itself.
  { pattern: /\b(?:TO[D]O|FIX[M]E)\b/, reason: "finish it, or leave it out" },
  { pattern: /\.(?:only|skip|todo)\(/, reason: "every test runs, every time", tests: true },
];

const TEXT =
  /\.(?:[cm]?[jt]sx?|json|md|ya?ml|sh|html|css|svg|txt|toml)$|(?:^|\/)(?:\.ci\/run|Dockerfile|\.\w+)$/;
const DATA = /(?:^|\/)fixtures\/|^samples\/[^/]+\.json$|(?:^|\/)package-lock\.json$/;

/**
 * Checks that the text of the project speaks of the project alone and is finished: no paths of one machine, no
 * numbers of a tracker, no notes to do things later, no tests left out.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} What is wrong; empty when all is well.
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
 * @param {boolean} test Whether it is a line of a test.
 * @returns {string[]} What is wrong with it.
 */
function wordsIn(text, test) {
  return WORDS.filter((word) => test || !word.tests).flatMap(({ pattern, reason }) => {
    const found = pattern.exec(text);
    return found ? [`has "${found[0]}": ${reason}`] : [];
  });
}
