/** What a column holds by its declaration, which decides how its values are written and compared. */
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

/** Words of a declaration, in the order they count; the last five are SQLite's own rules of affinity. */
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
 * Gives what a column holds.
 *
 * @param declared - Its type as declared; `null` or empty for none, as with an expression
 * @returns The kind of its values; single values may still be of another
 */
export function valueKind(declared: string | null): ValueKind {
  if (declared === null || declared.trim() === "") return "any";
  return rules.find(([pattern]) => pattern.test(declared))?.[1] ?? "number";
}
