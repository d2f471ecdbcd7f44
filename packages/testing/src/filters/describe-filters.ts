import { describe, expect, it } from "vitest";
import type { FilterQuestion } from "./filter-case.js";
import { expectedIds, filterCases } from "./filter-cases.js";
import type { FilterFeature } from "./filter-rows.js";

/** An engine that holds the rows of `filterRows`. */
export interface FilterEngine {
  /**
   * Asks for rows.
   *
   * @param question - What is asked
   * @returns The ids of the rows in any order; `"refused"` for a 400 that names a field
   * @throws Error for any other answer
   */
  readonly ask: (question: FilterQuestion) => Promise<readonly number[] | "refused">;
}

/**
 * Describes what filters mean, with every case of the table. The engine holds the rows that need nothing it lacks.
 *
 * @param engine - Returns the engine once the tests run
 * @param lacks - What the engine cannot store or be asked, with the reason
 */
export function describeFilters(
  engine: () => FilterEngine,
  lacks: Readonly<Partial<Record<FilterFeature, string>>>,
): void {
  // The keys of the object are those of its type.
  const lacking = new Set(Object.keys(lacks) as FilterFeature[]);
  const cases = filterCases.filter(({ needs }) => needs === undefined || !lacking.has(needs));
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
