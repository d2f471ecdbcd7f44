import { isLong } from "./is-long.js";

/** The score of a part's tests is that of all of their runs. */
const isMutant = process.env["MUTANTS"] !== undefined;

/**
 * Returns how often a property is tried: in the long form of the tests as often as it says, otherwise a quarter of that.
 *
 * @param count - Number of runs in the long form
 * @returns The number of runs
 */
export function countRuns(count: number): number {
  return isLong || isMutant ? count : Math.ceil(count / 4);
}
