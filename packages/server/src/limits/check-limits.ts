import { defaultLimits, type Limits } from "./limits.js";

/**
 * Fills in the limits that are not set, and checks those that are.
 *
 * @param given - Limits to set
 * @returns All limits
 * @throws TypeError when a name is not that of a limit
 * @throws RangeError when a value is not a whole number from 0
 */
export function checkLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new TypeError(
        `Could not set the limits: expected one of ${Object.keys(defaultLimits).join(", ")}, got "${name}".`,
      );
    }
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(
        `Could not set the limit "${name}": expected a whole number from 0, got ${String(value)}.`,
      );
    }
  }
  return { ...defaultLimits, ...given };
}
