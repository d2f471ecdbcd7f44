/** What a value is, and how its text is to be read. */
export type RowCaseKind =
  /** Any text. */
  | "text"
  /** A whole number, in digits. */
  | "integer"
  /** A number with digits after the point that all count. */
  | "decimal"
  /** A number of 64 bits; its digits may differ from those of the text, its value may not. */
  | "double"
  /** `true` or `false`. */
  | "boolean"
  /** Hexadecimal digits. */
  | "bytes"
  /** A day, `YYYY-MM-DD`. */
  | "day"
  /** An instant, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
  | "instant"
  /** JSON. */
  | "json"
  /** Nothing. */
  | "null";

/** One value and what every encoder makes of it. */
export interface RowCase {
  readonly name: string;
  readonly kind: RowCaseKind;
  /** The value as text, read as its kind says. */
  readonly text: string;
  /** Its JSON. */
  readonly json: string;
  /** Its cell of CSV. */
  readonly csv: string;
  /** Its cell where formulas are escaped. */
  readonly escaped: string;
}
