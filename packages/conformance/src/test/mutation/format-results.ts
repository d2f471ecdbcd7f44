import { equivalentMutants } from "./equivalent-mutants.js";
import type { MutantResult } from "./try-mutants.js";

/** The formatted results of a run. */
export interface FormattedResults {
  /** Markdown with a table by file. */
  readonly table: string;
  /** A line for each mutant that no test detected. */
  readonly survivors: string;
  /** Percentage of killed mutants. */
  readonly score: number;
}

/**
 * Formats a table by file and the total.
 *
 * @param results - The result of every mutant
 * @returns The table, the survivors and the score
 */
export function formatResults(results: readonly MutantResult[]): FormattedResults {
  const counted = results.filter(({ state }) => state !== "said");
  const survivors = counted.filter(({ state }) => state !== "killed");
  const files = [...new Set(counted.map(({ file }) => file))].toSorted((left, right) =>
    left < right ? -1 : 1,
  );
  const rows = files.map((file) =>
    row(
      file,
      counted.filter((one) => one.file === file),
    ),
  );
  const equal = equivalentMutants.map(
    ({ file, before, after, reason }) => `- \`${file}\`: \`${before}\` → \`${after}\`: ${reason}`,
  );
  const text = [
    "# Mutation of the checks",
    introduction,
    [
      "| file | mutants | killed | survived | same | score |",
      "| --- | --: | --: | --: | --: | --: |",
      ...rows,
      row("**all**", counted),
    ].join("\n"),
    ...(equal.length === 0 ? [] : ["## Mutants that change nothing", equal.join("\n")]),
  ].join("\n\n");
  return {
    table: `${text}\n`,
    survivors: survivors
      .filter((one) => !isEquivalent(one))
      .map(
        ({ file, line, state, mutator, before, after }) =>
          `${state}: ${file}:${line} ${mutator}: ${oneLine(before)} → ${oneLine(after)}\n`,
      )
      .join(""),
    score: scoreOf(counted),
  };
}

const introduction = [
  "`npm run mutation -w packages/conformance` changes every check in every way Stryker knows, one",
  "at a time, and asks whether a right connector is still called right and each wrong one still called wrong.",
  "Texts are changed where something is compared with them; messages are not, and neither is what a requirement",
  "says, which snapshots freeze.",
  "`same` are mutants that no connector can tell from the original; they count as neither killed nor survived.",
].join("\n");

function row(name: string, results: readonly MutantResult[]): string {
  const killed = results.filter(({ state }) => state === "killed").length;
  const same = results.filter((one) => one.state !== "killed" && isEquivalent(one)).length;
  const survived = results.length - killed - same;
  return `| ${name} | ${results.length} | ${killed} | ${survived} | ${same} | ${scoreOf(results).toFixed(1)} % |`;
}

function scoreOf(results: readonly MutantResult[]): number {
  const counted = results.filter((one) => one.state === "killed" || !isEquivalent(one));
  if (counted.length === 0) return 100;
  return (counted.filter(({ state }) => state === "killed").length / counted.length) * 100;
}

function isEquivalent({ file, before, after }: MutantResult): boolean {
  return equivalentMutants.some((one) => one.file === file && one.before === before && one.after === after);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 160);
}
