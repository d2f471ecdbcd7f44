import type { DateRange } from "./date-range.js";

/**
 * Narrows a range of instants to those from which changes are requested.
 *
 * @param range - The range of the filter; `undefined` includes everything
 * @param since - `since` of the context of `rows`; `undefined` means all rows
 * @returns The range that has both; `undefined` when neither is given
 * @example
 * ```ts snippet=examples/sdk/fields.ts#changed-from
 * changedFrom(undefined, "2026-01-01T00:00:00.000Z"); // { min: "2026-01-01T00:00:00.000Z" }
 * changedFrom({ min: "2026-02-01T00:00:00.000Z" }, "2026-01-01T00:00:00.000Z"); // { min: "2026-02-01T00:00:00.000Z" }
 * ```
 */
export function changedFrom(range: DateRange | undefined, since: string | undefined): DateRange | undefined {
  if (since === undefined) return range;
  const isLater = range?.min !== undefined && Date.parse(range.min) > Date.parse(since);
  return isLater ? range : { ...range, min: since };
}
