/**
 * A problem reported by a check: a position in the tree and a description of the fault.
 *
 * @typedef {object} Problem
 * @property {string} file Path relative to the root of the tree, with forward slashes.
 * @property {number} line Line of the fault, counted from 1.
 * @property {string} message What was expected and what it got, in one sentence.
 */

/**
 * Formats a problem as compilers do, so that editors and terminals can link to its position.
 *
 * @param {Problem} problem The problem to show.
 * @returns {string} `file:line message`.
 */
export function formatProblem(problem) {
  return `${problem.file}:${problem.line} ${problem.message}`;
}
