import type { Located } from "../calendar/date-range-fault.js";

/** A keyword in lower case, a number, a sign, or the end of the text. */
export interface PlainToken extends Located {
  readonly kind: "word" | "number" | "sign" | "end";
  readonly text: string;
}

/** Text that looks like a date, in three parts. Evaluation checks whether that day exists. */
export interface DateToken extends Located {
  readonly kind: "date";
  readonly text: string;
  readonly parts: readonly [string, string, string];
}

/** The smallest meaningful part of an expression. */
export type Token = PlainToken | DateToken;
