import type { DateRangeErrorKind } from "./date-range-error.js";

/** Where something stands in the text: first index, and the index after its last character. */
export interface Located {
  readonly position: number;
  readonly end: number;
}

/**
 * What the layers below throw. It knows what is wrong and where; the public functions turn it into a
 * `DateRangeError`, which also says what was probably meant.
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

/** Quotes text for a message: escaped, and cut when it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}
