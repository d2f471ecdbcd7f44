import type { Located } from "../calendar/date-range-fault.js";
import type { Period } from "../calendar/period.js";

/** `today`, `tomorrow` or `yesterday`. */
export interface V1NamedDay extends Located {
  readonly kind: "today" | "tomorrow" | "yesterday";
}

/** A written date whose parts are not validated yet. */
export interface V1WrittenDate extends Located {
  readonly kind: "date";
  readonly text: string;
  /** Month, day and year as written in the text. */
  readonly parts: readonly [string, string, string];
}

/** `last P`, the previous aligned period, or `past P`, a fixed number of days up to today. */
export interface V1Period extends Located {
  readonly kind: "last" | "past";
  readonly period: Period;
}

/** The start of a calculation. A period means its first day. */
export type V1Start = V1NamedDay | V1WrittenDate | V1Period;

/** Periods to add to a day. A negative count subtracts. */
export interface V1Amount extends Located {
  readonly kind: "amount";
  readonly period: Period;
  readonly count: number;
}

/** One day: its start, and the periods that are added to it in order. */
export interface V1Day extends Located {
  readonly kind: "day";
  readonly start: V1Start;
  readonly operands: ReadonlyArray<V1Amount | V1Start>;
}

/** `in the last week`: a period as a range. */
export interface V1Within {
  readonly kind: "within";
  readonly period: V1Period;
}

/** `between X and Y`; `since X` ends today. */
export interface V1Between {
  readonly kind: "between";
  readonly from: V1Day;
  readonly to: V1Day | null;
}

/** The syntax tree of the v1 dialect. */
export type V1Expression = V1Day | V1Within | V1Between;
