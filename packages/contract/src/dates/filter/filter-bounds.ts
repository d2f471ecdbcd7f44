import type { Temporal } from "temporal-polyfill";
import { endOfDay, startOfDay } from "../calendar/day-bounds.js";
import { existingDate, type FilterPosition } from "./existing-date.js";
import type { FilterText } from "./filter-text.js";

/** The first and the last instant that a date text can mean. */
export interface FilterBounds {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the instants of a date text. A date without a time is its whole day; a date-time is one instant, to the
 * millisecond. Naive texts are read on the clock of the context's zone.
 *
 * @throws DateRangeError of kind `date` when no instant is that far away.
 */
export function filterBounds({ date, time, offset }: FilterText, place: FilterPosition): FilterBounds {
  const { zone } = place.context;
  return existingDate(place, () => {
    if (time === undefined) {
      return { first: startOfDay(date, zone), last: endOfDay(date, zone) };
    }
    if (offset === undefined) {
      return naiveBounds(date.toPlainDateTime(time), zone);
    }
    const instant = date.toZonedDateTime({ timeZone: offset, plainTime: time }).epochMilliseconds;
    return { first: instant, last: instant };
  });
}

// A time that the clock showed twice means both instants, so that a range includes every row that either of them
// includes. A time that the clock skipped means the instant of the jump: rows just after it are later than the time,
// rows just before it are earlier.
function naiveBounds(wanted: Temporal.PlainDateTime, zone: string): FilterBounds {
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = wanted.toZonedDateTime(zone, { disambiguation: "later" });
  if (earlier.toPlainDateTime().equals(wanted)) {
    return { first: earlier.epochMilliseconds, last: later.epochMilliseconds };
  }
  const jump = earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? later.epochMilliseconds;
  return { first: jump, last: jump - 1 };
}
