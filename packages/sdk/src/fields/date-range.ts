import { acceptDateInterval } from "./date.js";
import type { Field, FieldMembers } from "./field.js";

/** A range of instants, ISO 8601 in UTC with milliseconds, both ends inclusive; an open end is absent. */
export interface DateRange {
  readonly min?: string;
  readonly max?: string;
}

/**
 * Creates a date range field (wire type `date`). In the platform it is typed as an expression.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max? }`
 * @see The connector contract, "Dates in filters"
 * @example
 * ```ts snippet=examples/sdk/fields.ts#date-range
 * const updated = dateRange({ title: "Updated", defaultValue: "last 7 days", optional: true });
 * ```
 */
export function dateRange(options: FieldMembers & { readonly optional: true }): Field<DateRange | undefined>;
export function dateRange(options?: FieldMembers): Field<DateRange>;
export function dateRange(options: FieldMembers = {}): Field<DateRange | undefined> {
  return { ...options, type: "date", accept: acceptDateInterval };
}
