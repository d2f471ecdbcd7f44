import { dateCases } from "./date-cases.js";
import type { FilterCase } from "./filter-case.js";
import { type FilterFeature, filterRows } from "./filter-rows.js";
import { numberCases } from "./number-cases.js";
import { textCases } from "./text-cases.js";

/** What filters mean, whatever holds the rows: one case per value that engines have been seen to disagree about. */
export const filterCases: readonly FilterCase[] = [...textCases, ...numberCases, ...dateCases];

/**
 * Finds the rows that an engine must return for a case.
 *
 * @param filterCase - The case
 * @param lacks - What the engine cannot store
 * @returns Ids in order; `"refused"` for a 400 that names the field
 */
export function expectedIds(
  { expected }: FilterCase,
  lacks: ReadonlySet<FilterFeature>,
): readonly number[] | "refused" {
  if (expected === "refused") return expected;
  const stored = filterRows.filter(({ needs }) => needs === undefined || !lacks.has(needs));
  return stored.map(({ id }) => id).filter((id) => expected === "all" || expected(id));
}
