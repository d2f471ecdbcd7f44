import type { Located } from "../calendar/date-range-fault.js";
import type { Period } from "../calendar/period.js";

/** `TODAY` or `YESTERDAY`. */
export interface NamedDay extends Located {
  readonly kind: "today" | "yesterday";
}

/** A written date whose parts are not validated yet. */
export interface WrittenDate extends Located {
  readonly kind: "date";
  readonly text: string;
  /** Day, month and year as written in the text. */
  readonly parts: readonly [string, string, string];
}

/**
 * Aligned periods counted back from the current one. `last` ends with the current one (`THIS P` and `LAST P` count 1),
 * `previous` ends before it, and `ago` is the point where the period that many periods back starts.
 */
export interface CountedPeriods extends Located {
  readonly kind: "last" | "previous" | "ago";
  readonly period: Period;
  readonly count: number;
}

/** An operand of `AND`. */
export type V2Operand = NamedDay | WrittenDate | CountedPeriods;

/** From the start of one operand to the end of another. `null` is an open end. */
export interface Between {
  readonly kind: "between";
  readonly from: V2Operand | null;
  readonly to: V2Operand | null;
}

/** The syntax tree of the v2 grammar. */
export type V2Expression = V2Operand | Between;
