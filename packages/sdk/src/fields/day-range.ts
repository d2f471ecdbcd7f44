import { type FilterDays, readFilterDays } from "@wellhead/contract/dates";
import { acceptDateInterval } from "./date.js";
import type { DateRange } from "./date-range.js";
import type { Field, FieldMembers } from "./field.js";

/** A range of instants, plus the first and last calendar day that it touches, as `YYYY-MM-DD`. */
export interface DayRange extends DateRange, FilterDays {}

/**
 * Creates a date range field (wire type `date`) for columns that may hold calendar days. A day is not an instant, so
 * the two cannot be compared without the time zone of the person who filters.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max?, firstDay?, lastDay? }`
 * @see The connector contract, "Dates in filters"
 * @example
 * ```ts snippet=examples/sdk/fields.ts#day-range
 * const due = dayRange({ title: "Due", optional: true });
 * ```
 */
export function dayRange(options: FieldMembers & { readonly optional: true }): Field<DayRange | undefined>;
export function dayRange(options?: FieldMembers): Field<DayRange>;
export function dayRange(options: FieldMembers = {}): Field<DayRange | undefined> {
  return {
    ...options,
    type: "date",
    accept: (raw, context) => ({
      ...acceptDateInterval(raw, context),
      ...readFilterDays(raw, { now: context.now ?? new Date(), zone: context.zone }),
    }),
  };
}
