import { cellSql } from "./cell-sql.js";
import { quoteText } from "./quote-text.js";
import { noBytes, noText } from "./usual-row-sql.js";
import type { ValueKind } from "./value-kind.js";

/**
 * How SQL writes the values of a column, all of a page in one cell.
 *
 * - `texts`: the bytes of all values, one after another. A second cell has the length of each, see {@link ColumnSql}.
 * - `lines`: the JSON of each value, with a line feed between two of them.
 * - `marked`: the same, with marks where a value must be finished later, as in rows of JSON. Every value can be written.
 */
export type ColumnForm = "texts" | "lines" | "marked";

/** SQL of a column. */
export interface ColumnSql {
  readonly form: ColumnForm;
  /** Aggregates. For `texts`, the lengths are second: empty for NULL, negative for bytes, with a line feed between two. */
  readonly aggregates: readonly string[];
  /** Condition under which a value cannot be written this way. NULL counts as false. Default: every value can. */
  readonly unless?: string;
  /** Whether values that meet no condition cannot be written this way either, seen by the first cell. Default: no. */
  readonly isUnusual?: (cell: Uint8Array) => boolean;
}

/**
 * Builds the SQL that writes the usual values of a column, with few operations for each. SQLite does not load a text to
 * know its type, but it does to compare it.
 *
 * @param value - The column, quoted
 * @param kind - The kind of the column, according to its declared type
 * @returns The SQL
 */
export function usualColumnSql(value: string, kind: ValueKind): ColumnSql {
  const isNoNumber = `${value} >= ${noText}`;
  switch (kind) {
    case "json":
      return markedColumnSql(value, kind);
    case "integer":
      return { ...lines(`ifnull(${value}, 'null')`), unless: isNoNumber, isUnusual: hasReals };
    case "number":
      return { ...lines(`ifnull(${value}, 'null')`), unless: `not ${isShortNumber(value)}` };
    case "boolean": {
      const cell = `case ${value} when 1 then 'true' when 0 then 'false' else ifnull(${value}, 'null') end`;
      return { ...lines(cell), unless: `${isNoNumber} or typeof(${value}) = 'real'` };
    }
    case "date":
    case "timestamp":
      return { ...texts(value), unless: `typeof(${value}) <> 'text' and ${value} is not null` };
    case "text":
      // SQLite converts numbers to text when a table stores them in such a column.
      return { ...texts(value), unless: `typeof(${value}) = 'blob'` };
    default:
      return { ...texts(value, "may have bytes"), unless: `typeof(${value}) = 'real'` };
  }
}

/**
 * Builds the SQL that writes every value of a column.
 *
 * @param value - The column, quoted
 * @param kind - The kind of the column, according to its declared type
 * @returns The SQL
 */
export function markedColumnSql(value: string, kind: ValueKind): ColumnSql {
  return { ...lines(cellSql(value, kind, { format: "json", isRaw: false })), form: "marked" };
}

function texts(value: string, hasBytes?: "may have bytes"): ColumnSql {
  const length = `octet_length(${value})`;
  const written = `ifnull(${length}, '')`;
  const signed = `case when ${value} >= ${noBytes} then -${length} else ${written} end`;
  const { aggregates } = lines(hasBytes === undefined ? written : signed);
  return { form: "texts", aggregates: [`cast(group_concat(${value}, '') as blob)`, ...aggregates] };
}

function lines(value: string): ColumnSql {
  return { form: "lines", aggregates: [`cast(group_concat(${value}, ${quoteText("\n")}) as blob)`] };
}

/**
 * Returns the condition under which SQLite writes a number with all its digits. It is the same as that of `usualRowSql`,
 * and is false for everything else. Adding and subtracting 1.5 × 2^52 rounds, which takes half the time of a call.
 */
function isShortNumber(value: string): string {
  const rounded = `(${value} * 1e6 + 6755399441055744.0 - 6755399441055744.0)`;
  return `(${value} between -1e9 and 1e9 and ${rounded} / 1e6 = ${value})`;
}

const point = 0x2e;
const letterI = 0x49;

/** Reports whether a line has a point, or is infinite. SQLite writes no real number without one. */
function hasReals(cell: Uint8Array): boolean {
  return cell.includes(point) || cell.includes(letterI);
}
