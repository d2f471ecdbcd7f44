import type { ValueKind } from "../catalogue/value-kind.js";
import { cellSql } from "./cell-sql.js";
import { quoteText } from "./quote-text.js";
import { type RowSqlOptions, usualRowSql } from "./usual-row-sql.js";

/** One column of the rows to write. */
export interface RowColumn {
  /** Name in the row. */
  readonly name: string;
  readonly kind: ValueKind;
}

/** SQLite takes at most 127 arguments. */
const mostArguments = 100;

/**
 * Writes the expression whose value is a whole row as JSON: an object, or for CSV an array. Rows that hold bytes, long
 * numbers or unusual dates are written cell by cell, with marks where something has to be finished.
 *
 * @param columns - Columns; they are called `c0`, `c1` and so on where the expression stands
 * @param options - How cells are written and where they come from
 * @returns The expression
 */
export function rowSql(columns: readonly RowColumn[], options: RowSqlOptions): string {
  const { format } = options;
  const placed = columns.map((column, index) => ({ ...column, value: `"c${index}"` }));
  const parts = placed.flatMap(({ name, kind, value }, index) => {
    const key = format === "csv" ? "" : `${JSON.stringify(name)}:`;
    return [quoteText(`${index === 0 ? "" : ","}${key}`), `(${cellSql(value, kind, options)})`];
  });
  const [opening, closing] = format === "csv" ? ["'['", "']'"] : ["'{'", "'}'"];
  const any = concatenated([opening, ...parts, closing]);
  const usual = options.isRaw ? undefined : usualRowSql(placed, options);
  return usual === undefined ? any : `case when ${usual.unless} then ${any} else ${usual.row} end`;
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
