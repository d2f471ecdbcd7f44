import { acceptDateInterval } from "./date.js";
import type { Field, FieldMembers } from "./field.js";

/** A range of instants, ISO 8601 in UTC with milliseconds, both ends inclusive; an open end is absent. */
export interface DateRange {
  readonly min?: string;
  readonly max?: string;
}

/**
 * A date range (wire type `date`), typed as an expression in the platform.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is `{ min?, max? }`
 * @see The connector contract, "Dates in filters"
 */
export function dateRange(options: FieldMembers & { readonly optional: true }): Field<DateRange | undefined>;
export function dateRange(options?: FieldMembers): Field<DateRange>;
export function dateRange(options: FieldMembers = {}): Field<DateRange | undefined> {
  return { ...options, type: "date", accept: acceptDateInterval };
}
