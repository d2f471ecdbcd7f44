import { type FilterDays, readFilterDate, readFilterDays } from "@wellhead/contract/dates";
import { inputInvalid } from "../errors/connector-error.js";
import type { AcceptContext, Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { checkRangeEnds } from "./range-ends.js";
import { showValue } from "./show-value.js";

/** Options of a date field or column. */
export type DateOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field for a single date or instant (wire type `datebox`); as a column, a date.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is an instant, ISO 8601 in UTC with milliseconds; a bare date means its first instant
 * @example
 * ```ts snippet=examples/sdk/fields.ts#date
 * const since = date({ title: "Since", optional: true });
 * ```
 */
export function date(
  options: DateOptions & { readonly optional: true },
): Field<string | undefined> & Column<"date">;
export function date(options?: DateOptions): Field<string> & Column<"date">;
export function date(options: DateOptions = {}): Field<string | undefined> & Column<"date"> {
  return { ...options, type: "datebox", column: "date", accept: acceptDate };
}

function acceptDate(raw: unknown, context: AcceptContext): string {
  const instant = typeof raw === "string" ? acceptDateInterval(raw, context).min : undefined;
  if (instant === undefined)
    throw inputInvalid(`expected a single date such as 2026-01-31, got ${showValue(raw)}`);
  return instant;
}

/**
 * Reads any form in which the platform sends a date, as an interval of instants.
 *
 * @param raw - Date text, `{_min,_max}` or a date range expression
 * @param context - Time zone of values without one, and the current time
 * @returns Bounds, both inclusive; an open end is absent
 * @throws ConnectorError `invalid_field` when the value has none of these forms
 */
function acceptDateInterval(
  raw: unknown,
  context: AcceptContext,
): { readonly min?: string; readonly max?: string } {
  checkRangeEnds(raw);
  try {
    return readFilterDate(raw, { zone: context.zone ?? "UTC", now: context.now ?? new Date() });
  } catch (error) {
    throw inputInvalid(error instanceof Error ? error.message : `expected a date, got ${showValue(raw)}`, {
      cause: error,
    });
  }
}

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

/** A range of instants, plus the first and last calendar day that it touches, as `YYYY-MM-DD`. */
export interface DayRange extends DateRange, FilterDays {
  /** `min` with all digits of the filter, where it has more than three after the second. */
  readonly preciseMin?: string;
  /** `max` with all digits of the filter, where it has more than three after the second. */
  readonly preciseMax?: string;
}

/**
 * Creates a date range field (wire type `date`) for columns that may hold calendar days. A day is not an instant, so
 * the two cannot be compared without the time zone of the person who filters.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max?, firstDay?, lastDay?, preciseMin?, preciseMax? }`
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
    accept: (raw, context) => {
      const range = acceptDateInterval(raw, context);
      const days = readFilterDays(raw, { now: context.now ?? new Date(), zone: context.zone });
      return { ...range, ...days, ...preciseEnds(raw, range) };
    },
  };
}

/** Returns the ends of a range with all of their digits, where they have more than those of a millisecond. */
function preciseEnds(raw: unknown, { min, max }: DateRange): Pick<DayRange, "preciseMin" | "preciseMax"> {
  const preciseMin = withDigits(min, raw, "_min");
  const preciseMax = withDigits(max, raw, "_max");
  return { ...(preciseMin !== undefined && { preciseMin }), ...(preciseMax !== undefined && { preciseMax }) };
}

function withDigits(instant: string | undefined, raw: unknown, end: "_min" | "_max"): string | undefined {
  const text: unknown = typeof raw === "object" && raw !== null ? Reflect.get(raw, end) : raw;
  const digits = typeof text === "string" ? /:\d\d[.,](\d{4,9})/.exec(text)?.[1] : undefined;
  const milliseconds = `.${digits?.slice(0, 3)}Z`;
  // No offset of a zone changes the fraction of a second. A time that the clock of the zone skipped has another one.
  return instant?.endsWith(milliseconds) ? instant.replace(milliseconds, `.${digits}Z`) : undefined;
}

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

/**
 * Reports whether an instant is within a range of the filter.
 *
 * @param instant - ISO 8601, as an upstream writes it; a missing or invalid instant is outside every range
 * @param range - The range; `undefined` includes everything
 * @returns Whether the range includes the instant
 * @example
 * ```ts snippet=examples/sdk/fields.ts#is-within
 * const january = { min: "2026-01-01T00:00:00.000Z", max: "2026-01-31T23:59:59.999Z" };
 * isWithin("2026-01-15T08:30:00Z", january); // true
 * isWithin(null, january); // false: an instant that is missing is outside of every range
 * ```
 */
export function isWithin(instant: string | null | undefined, range: DateRange | undefined): boolean {
  if (range === undefined) return true;
  const time = Date.parse(instant ?? "");
  // An open end parses as NaN, and comparisons with NaN are false.
  return (
    !Number.isNaN(time) && !(time < Date.parse(range.min ?? "")) && !(time > Date.parse(range.max ?? ""))
  );
}
