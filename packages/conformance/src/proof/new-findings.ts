/**
 * Lists the misses and false findings of a measurement that the one before did not have. The reports list each in a line
 * of its own.
 *
 * @param before - The report that the page has
 * @param after - The report of this run
 * @returns The lines of the findings
 */
export function newFindings(before: string, after: string): readonly string[] {
  const known = new Set(findingsOf(before));
  return findingsOf(after).filter((line) => !known.has(line));
}

function findingsOf(report: string): readonly string[] {
  return report.split("\n").filter((line) => line.startsWith("- ") && !line.endsWith(", no finding"));
}
