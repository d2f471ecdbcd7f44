import type { Temporal } from "temporal-polyfill";
import type { DateContext } from "./date-context.js";
import type { DateRange } from "./date-range.js";
import { dayExists, endOfDay, startOfDay } from "./day-bounds.js";

/**
 * Whole days from the first to the last, both included. `null` is an open end. Every expression evaluates to a span.
 */
export interface DateSpan {
  readonly first: Temporal.PlainDate | null;
  readonly last: Temporal.PlainDate | null;
}

/** Returns the instants of a span in the context's zone. */
export function spanToRange(span: DateSpan, { zone }: DateContext): DateRange {
  const { first, last } = settle(span, zone);
  return {
    min: first === null ? null : startOfDay(first, zone),
    max: last === null ? null : endOfDay(last, zone),
  };
}

// Written dates that the zone skipped have been rejected before. The only remaining case is "yesterday" on the day
// after a skipped one. People there mean the day before the skipped one.
function settle(span: DateSpan, zone: string): DateSpan {
  const { first, last } = span;
  if (first === null || last === null || !first.equals(last) || dayExists(first, zone)) {
    return span;
  }
  const before = first.subtract({ days: 1 });
  return { first: before, last: before };
}
