import { type FilterDays, readFilterDays } from "@wellhead/contract/dates";
import { acceptDateInterval } from "./date.js";
import type { DateRange } from "./date-range.js";
import type { Field, FieldMembers } from "./field.js";

/** A range of instants, and of the calendar days it touches, `YYYY-MM-DD`, both included. */
export interface DayRange extends DateRange, FilterDays {}

/**
 * A date range (wire type `date`) for columns that may hold days: a day has no instant, so it cannot be compared with
 * one without knowing the clock of whoever asks.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is `{ min?, max?, firstDay?, lastDay? }`
 * @see The connector contract, "Dates in filters"
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
