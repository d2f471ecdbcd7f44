import type { ValueKind } from "../catalogue/value-kind.js";
import { type CellSqlOptions, cellSql } from "./cell-sql.js";

/** One column of the rows to write. */
export interface RowColumn {
  /** Name in the row. */
  readonly name: string;
  readonly kind: ValueKind;
}

/** SQLite takes at most 127 arguments. */
const mostArguments = 100;

/**
 * Writes the expression whose value is a whole row: a JSON object, or for CSV its cells as JSON, joined by commas.
 *
 * @param columns - Columns; they are called `c0`, `c1` and so on where the expression stands
 * @param options - How cells are written
 * @returns The expression
 */
export function rowSql(columns: readonly RowColumn[], options: CellSqlOptions): string {
  const { format } = options;
  const parts = columns.flatMap(({ name, kind }, index) => {
    const opening = format === "csv" ? "" : "{";
    const key = format === "csv" ? "" : `${JSON.stringify(name)}:`;
    const before = `${index === 0 ? opening : ","}${key}`;
    const cell = `(${cellSql(`"c${index}"`, kind, options)})`;
    return before === "" ? [cell] : [quoteText(before), cell];
  });
  if (format === "json") parts.push(columns.length === 0 ? "'{}'" : "'}'");
  return concatenated(parts);
}

/**
 * Quotes text for a statement of ours.
 *
 * @param text - Any text without NUL
 * @returns The literal
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** One call copies every part once; a chain of `||` would copy the beginning again and again. */
function concatenated(parts: readonly string[]): string {
  if (parts.length <= mostArguments) return `concat(${parts.join(", ")})`;
  const groups: string[] = [];
  for (let start = 0; start < parts.length; start += mostArguments) {
    groups.push(`concat(${parts.slice(start, start + mostArguments).join(", ")})`);
  }
  return concatenated(groups);
}
