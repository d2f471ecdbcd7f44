/** The type of a value, which determines how its text is read. */
export type RowCaseKind =
  /** Any text. */
  | "text"
  /** An integer, in digits. */
  | "integer"
  /** A decimal number whose fraction digits are all significant. */
  | "decimal"
  /** A 64-bit float; its digits may differ from those of the text, but its value may not. */
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
  /** Null. */
  | "null";

/** One value and the output that every encoder must write for it. */
export interface RowCase {
  readonly name: string;
  readonly kind: RowCaseKind;
  /** The value as text, in the notation of its kind. */
  readonly text: string;
  /** Its JSON. */
  readonly json: string;
  /** Its cell of CSV. */
  readonly csv: string;
  /** Its cell where formulas are escaped. */
  readonly escaped: string;
}
