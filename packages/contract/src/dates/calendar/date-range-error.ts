import type { Temporal } from "temporal-polyfill";
import { writeV2Date } from "./write-date.js";

/**
 * The kind of error: the wording (`format`), a day that does not exist (`date`), or a start after its end (`order`).
 */
export type DateRangeErrorKind = "format" | "date" | "order";

/** Stable name of a {@link DateRangeError}. */
export type DateRangeErrorCode = `date_range_${DateRangeErrorKind}`;

/** The details of a {@link DateRangeError}. */
export interface DateRangeErrorDetails {
  readonly kind: DateRangeErrorKind;
  /** What was expected and what was read, without a full stop. */
  readonly problem: string;
  readonly position: number;
  readonly suggestion: string;
}

const brand = Symbol.for("@wellhead/contract/date-range-error");

/**
 * A date range, or a filter value, that cannot be read. The date functions throw only this error for what a person
 * typed or a platform sent. A mistake of the caller (zone, clock) is a `RangeError`.
 *
 * @see The connector contract, "Dates in filters"
 */
export class DateRangeError extends Error {
  override readonly name = "DateRangeError";
  /** The kind of this error. */
  readonly kind: DateRangeErrorKind;
  /** Stable machine-readable name: `date_range_` and the kind. */
  readonly code: DateRangeErrorCode;
  /** Index in the text, from 0, of the first character that does not fit. If the text ended too soon, its length. */
  readonly position: number;
  /**
   * The text that was probably meant, which can be read with the same options. For a member of an object, it is the
   * value for that member. For an object whose ends are in the wrong order, it is the JSON of the object with its ends
   * swapped.
   */
  readonly suggestion: string;
  readonly [brand] = true;

  /**
   * Creates the error and its message.
   *
   * @param details - What is wrong, where, and what was probably meant.
   */
  constructor(details: DateRangeErrorDetails) {
    super(`Could not read the date range: ${details.problem}. Try ${JSON.stringify(details.suggestion)}.`);
    this.kind = details.kind;
    this.code = `date_range_${details.kind}`;
    this.position = details.position;
    this.suggestion = details.suggestion;
  }
}

/**
 * Reports whether a caught value is a {@link DateRangeError}, even one from another copy of this package.
 *
 * @param value - The caught value.
 * @returns `true` for a date range error.
 */
export function isDateRangeError(value: unknown): value is DateRangeError {
  return typeof value === "object" && value !== null && brand in value;
}

/** A position in the text: the first index, and the index after the last character. */
export interface Located {
  readonly position: number;
  readonly end: number;
}

/**
 * The error inside this package, with its cause and its position. The public functions convert it to a
 * `DateRangeError`, which also has a suggestion.
 */
export class DateRangeFault extends Error {
  override readonly name = "DateRangeFault";
  readonly kind: DateRangeErrorKind;
  readonly position: number;

  constructor(kind: DateRangeErrorKind, problem: string, position: number) {
    super(problem);
    this.kind = kind;
    this.position = position;
  }
}

const longestQuote = 40;

/** Quotes text for a message: escaped, and truncated when it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

/** Creates the fault for a range that starts after its end. Its position is that of the end. */
export function orderFault(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  position: number,
): DateRangeFault {
  return new DateRangeFault(
    "order",
    `it starts on ${writeV2Date(first)}, after its end on ${writeV2Date(last)}`,
    position,
  );
}
