import { dateCases } from "./date-cases.js";
import type { FilterCase } from "./filter-case.js";
import { type FilterFeature, filterRows } from "./filter-rows.js";
import { numberCases } from "./number-cases.js";
import { textCases } from "./text-cases.js";

/** The expected results of filters in every engine: one case per value on which engines are known to differ. */
export const filterCases: readonly FilterCase[] = [...textCases, ...numberCases, ...dateCases];

/**
 * Returns the rows that an engine must return for a case.
 *
 * @param filterCase - The case
 * @param lacks - Features that the engine lacks
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
