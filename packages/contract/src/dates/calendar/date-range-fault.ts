import type { DateRangeErrorKind } from "./date-range-error.js";

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
