/**
 * Formats the last line of a proof, so that a smaller run is not taken for a full one: how it ended, and which variables
 * and arguments chose another size.
 *
 * @param {object} run What was run.
 * @param {string} run.name Name of the proof.
 * @param {Readonly<Record<string, string>>} run.variables The variables of a full run.
 * @param {Readonly<Record<string, string | undefined>>} run.environment The variables of this run.
 * @param {readonly string[]} run.parameters The arguments after the name of the proof.
 * @param {boolean} run.passed Whether it ended without an error.
 * @returns {string} The line.
 */
export function describeRun({ name, variables, environment, parameters, passed }) {
  const changes = Object.entries(variables)
    .filter(([variable, full]) => (environment[variable] ?? full) !== full)
    .map(([variable, full]) => `${variable}=${environment[variable]} instead of ${full}`);
  if (parameters.length > 0) changes.push(`the arguments ${parameters.join(" ")}`);
  const size = changes.length === 0 ? "in full" : `with ${changes.join(", ")}`;
  return `Proof ${name}: ${passed ? "passed" : "failed"}, run ${size}.`;
}
