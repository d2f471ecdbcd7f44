import { describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import type { FilterQuestion } from "./filter-case.js";
import { expectedIds, filterCases } from "./filter-cases.js";
import type { FilterFeature } from "./filter-rows.js";

/** An engine that holds the rows of `filterRows`. */
export interface FilterEngine {
  /**
   * Requests rows.
   *
   * @param question - The filter
   * @returns The ids of the rows in any order; `"refused"` for a 400 that names a field
   * @throws Error for any other response
   */
  readonly ask: (question: FilterQuestion) => Promise<readonly number[] | "refused">;
}

/**
 * Tests filters with the cases of the table, in the long form with every one. The engine holds all rows except those that need a feature it lacks.
 *
 * @param engine - Returns the engine once the tests run
 * @param lacks - Features that the engine lacks, with the reason
 */
export function describeFilters(
  engine: () => FilterEngine,
  lacks: Readonly<Partial<Record<FilterFeature, string>>>,
): void {
  // The object has exactly the keys of its type.
  const lacking = new Set(Object.keys(lacks) as FilterFeature[]);
  const cases = filterCases.filter(
    ({ needs, isRepeat = false }) => (isLong || !isRepeat) && (needs === undefined || !lacking.has(needs)),
  );
  describe("a filter", () => {
    it.each(cases.map((filterCase) => [filterCase.name, filterCase] as const))(
      "%s",
      async (_, filterCase) => {
        const found = await engine().ask(filterCase.question);
        const ids = found === "refused" ? found : found.toSorted((one, other) => one - other);
        expect(ids).toEqual(expectedIds(filterCase, lacking));
      },
    );
  });
}
