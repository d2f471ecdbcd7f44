import { ExactNumber, type Statement, scanSql, writeExactJson } from "@wellhead/sql";
import { trinoSyntax } from "./syntax.js";

/** A value in the form in which it is written into a statement. */
export type Parameter = string | boolean | null | { readonly number: string };

/**
 * Converts a value to a parameter.
 *
 * @param value - A value of a filter or of a JSON object
 * @returns Text and booleans unchanged, numbers with all their digits, arrays and objects as JSON, `null` for no value
 */
export function parameterValue(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return { number: String(value) };
  if (value instanceof ExactNumber) return { number: value.text };
  return writeExactJson(value);
}

/**
 * Writes the values of a statement in place of its parameters. The protocol has no values apart from the text of a
 * statement: a prepared statement gets them as literals too. In a string literal only the quote has a meaning, and it is
 * doubled.
 *
 * @param statement - A statement with `?` for each of its values, in order
 * @returns The statement to send
 */
export function withLiterals({ sql, parameters }: Statement<Parameter>): string {
  const parts: string[] = [];
  let copied = 0;
  let used = 0;
  for (const { kind, text, start } of scanSql(sql, trinoSyntax)) {
    if (kind !== "parameter") continue;
    parts.push(sql.slice(copied, start), literal(parameters[used]));
    used += 1;
    copied = start + text.length;
  }
  if (used !== parameters.length)
    throw new TypeError(
      `Could not write a statement: expected ${parameters.length} parameters, got ${used}.`,
    );
  return parts.join("") + sql.slice(copied);
}

/** A negative number is in parentheses, so that a minus sign before it does not begin a comment. */
function literal(value: Parameter | undefined): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return value.number.startsWith("-") ? `(${value.number})` : value.number;
}
