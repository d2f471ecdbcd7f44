import { scanSql } from "@wellhead/sql";
import type { Parameter } from "./parameter.js";
import { clickhouseSyntax } from "./syntax.js";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "'": "\\'", "\0": "\\0" };

/**
 * Quotes a text. The three escaped characters are the only ones that ClickHouse does not read as they are.
 *
 * @param text - Any text
 * @returns A literal
 */
export function quoteText(text: string): string {
  return `'${text.replace(/[\\'\0]/g, (character) => escapes[character] ?? character)}'`;
}

/**
 * Writes the values of a statement in place of its parameters `{p1}`, `{p2}` and so on. The servers before 19.14 have no
 * parameters of their own, and those of later ones are part of the URL, which is too short for long lists.
 *
 * @param sql - A statement without values
 * @param parameters - The values in order
 * @returns The statement with a literal for each value
 */
export function writeValues(sql: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return sql;
  const parts: string[] = [];
  let copied = 0;
  for (const { kind, text, start } of scanSql(sql, clickhouseSyntax)) {
    if (kind !== "parameter") continue;
    const value = parameters[Number(text.slice(2, -1)) - 1] ?? null;
    parts.push(sql.slice(copied, start), literalOf(value));
    copied = start + text.length;
  }
  return parts.join("") + sql.slice(copied);
}

function literalOf(value: Parameter): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return quoteText(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return "list" in value ? `[${value.list.map(literalOf).join(", ")}]` : value.digits;
}
