import type { Located } from "../date-range-fault.js";

/** A keyword in lower case, a number, a sign, or the end of the text. */
export interface PlainToken extends Located {
  readonly kind: "word" | "number" | "sign" | "end";
  readonly text: string;
}

/** Something written like a date, in three parts; whether there is such a day is found out later. */
export interface DateToken extends Located {
  readonly kind: "date";
  readonly text: string;
  readonly parts: readonly [string, string, string];
}

/** The smallest piece of an expression that means something. */
export type Token = PlainToken | DateToken;
