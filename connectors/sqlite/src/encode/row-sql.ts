import { cellSql } from "./cell-sql.js";
import { quoteText } from "./quote-text.js";
import { type RowSqlOptions, usualRowSql } from "./usual-row-sql.js";
import type { ValueKind } from "./value-kind.js";

/** One column of the rows to write. */
export interface RowColumn {
  /** Name in the row. */
  readonly name: string;
  readonly kind: ValueKind;
}

/** Maximum number of arguments per call. SQLite allows at most 127. */
const maxArguments = 100;

/**
 * Builds the expression that writes a whole row as JSON: an object, or an array for CSV. Rows that contain bytes, long
 * numbers or unusual dates are written cell by cell, with marks where a value must be finished later.
 *
 * @param columns - Columns; the expression refers to them as `c0`, `c1` and so on
 * @param options - How to write cells, and where they come from
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

/** Concatenates expressions. A call copies every part once; a chain of `||` would copy the beginning repeatedly. */
function concatenated(parts: readonly string[]): string {
  if (parts.length <= maxArguments) return `concat(${parts.join(", ")})`;
  const groups: string[] = [];
  for (let start = 0; start < parts.length; start += maxArguments) {
    groups.push(`concat(${parts.slice(start, start + maxArguments).join(", ")})`);
  }
  return concatenated(groups);
}
