/**
 * What a check reports: one place in the tree and what is wrong there.
 *
 * @typedef {object} Problem
 * @property {string} file Path relative to the root of the tree, with forward slashes.
 * @property {number} line Line of the fault, counted from 1.
 * @property {string} message What was found and what is wanted, in one sentence.
 */

/**
 * Writes a problem the way compilers do, so that editors and terminals can link to the place.
 *
 * @param {Problem} problem The problem to show.
 * @returns {string} `file:line message`.
 */
export function formatProblem(problem) {
  return `${problem.file}:${problem.line} ${problem.message}`;
}
