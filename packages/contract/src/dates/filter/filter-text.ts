import { Temporal } from "temporal-polyfill";
import { DateRangeError } from "../calendar/date-range-error.js";
import { quote } from "../calendar/date-range-fault.js";
import { existingDate, type FilterPosition, nearestDate } from "./existing-date.js";

/** A date, or a date-time with or without an offset, as a platform sends it. */
export interface FilterText {
  readonly date: Temporal.PlainDate;
  /** Time of day; absent when the text is a date only. */
  readonly time?: Temporal.PlainTime;
  /** Offset, as a zone; absent when the text is naive. */
  readonly offset?: string;
}

// Every part has a bounded length, so matching takes a bounded number of steps.
const shape =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads ISO 8601 as platforms send it: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` with or without a fraction, `Z` or an
 * offset.
 *
 * @returns `undefined` when the text has another form.
 * @throws DateRangeError of kind `date` when it has this form but the day or the time does not exist; of kind `format`
 *   when only its beginning has this form.
 */
export function readFilterText(place: FilterPosition): FilterText | undefined {
  const match = shape.exec(place.text);
  if (match === null) {
    return refuseIsoBeginning(place);
  }
  const [, year = "", month = "", day = "", hour, minute = "", second = "00", fraction = "0", offset] = match;
  return existingDate(place, () => {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (hour === undefined) {
      return { date };
    }
    const time = Temporal.PlainTime.from(`${hour}:${minute}:${second}.${fraction}`);
    if (offset === undefined) {
      return { date, time };
    }
    return { date, time, offset: offset.toUpperCase() === "Z" ? "UTC" : offset };
  });
}

// No dialect writes dates this way, so an error about ISO 8601 is more helpful than one about expressions.
function refuseIsoBeginning(place: FilterPosition): undefined {
  if (/^\d{4}-\d{2}-\d{2}/.test(place.text)) {
    throw new DateRangeError({
      kind: "format",
      problem: `expected a time such as "T10:00:00Z" or nothing at position 10, got ${quote(place.text.slice(10))}`,
      position: 10,
      suggestion: nearestDate(place),
    });
  }
}
