/** The kind of values in a column, according to its declared type. It decides how values are written and compared. */
export type ValueKind =
  | "boolean"
  | "date"
  | "timestamp"
  | "json"
  | "integer"
  | "number"
  | "text"
  | "bytes"
  | "any";

/** Patterns for declared types, by precedence. The last five are SQLite's own affinity rules. */
const rules: readonly (readonly [pattern: RegExp, kind: ValueKind])[] = [
  [/^\s*bool/i, "boolean"],
  [/^\s*jsonb?\b/i, "json"],
  [/^\s*(?:datetime|timestamp)/i, "timestamp"],
  [/^\s*date\b/i, "date"],
  [/int/i, "integer"],
  [/char|clob|text/i, "text"],
  [/blob/i, "bytes"],
  [/real|floa|doub/i, "number"],
  [/^\s*any\s*$/i, "any"],
];

/**
 * Returns the kind of values in a column.
 *
 * @param declared - Its declared type; `null` or empty when there is none, as with an expression
 * @returns The kind; single values may still be of another kind
 */
export function valueKind(declared: string | null): ValueKind {
  if (declared === null || declared.trim() === "") return "any";
  return rules.find(([pattern]) => pattern.test(declared))?.[1] ?? "number";
}
