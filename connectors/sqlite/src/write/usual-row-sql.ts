import type { ValueKind } from "../catalogue/value-kind.js";
import { quoteText } from "./quote-text.js";

/** A column of the rows to write, and where its value stands. */
export interface UsualColumn {
  /** Name in the row. */
  readonly name: string;
  readonly kind: ValueKind;
  /** The column, quoted. */
  readonly value: string;
}

/** How rows are written. */
export interface RowSqlOptions {
  readonly format: "json" | "csv";
  /** Whether the values are those a table stores, which SQLite has turned into what the columns are declared to hold. */
  readonly isStored: boolean;
  /** Whether text is decoded outside. */
  readonly isRaw: boolean;
}

/** How one kind of column is written by SQLite's own JSON functions. */
interface UsualCell {
  /** What is to be written. */
  readonly write: string;
  /** Condition under which it cannot be written so; NULL counts as no. */
  readonly unless: string;
}

/** SQLite takes at most 127 arguments, and a member of an object is two of them. */
const mostColumns = 60;
/** Bytes come after all other values in SQLite's order, text comes after all numbers. */
const noBytes = "x''";
const noText = "''";
/** Digits, hyphens, then a space or a T and a digit. */
const time = `[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9]*`;

/**
 * Writes the expression whose value is a row in which nothing has to be finished outside, as one call of SQLite's own
 * that is several times faster than one for each cell: a JSON object, or for CSV a JSON array.
 *
 * @param columns - Columns
 * @param options - How the row is written and where it comes from
 * @returns The expression and the condition under which it does not hold; `undefined` when no row can be so written
 */
export function usualRowSql(
  columns: readonly UsualColumn[],
  { format, isStored }: RowSqlOptions,
): { readonly row: string; readonly unless: string } | undefined {
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  if (columns.some(({ kind }) => kind === "json")) return undefined;
  const cells = columns.map((column) => ({ ...column, ...usualCell(column, isStored) }));
  const members = cells.map(({ name, write }) => `${quoteText(name)}, ${write}`);
  const row =
    format === "json"
      ? `json_object(${members.join(", ")})`
      : `json_array(${cells.map(({ write }) => write).join(", ")})`;
  return { row, unless: cells.map(({ unless }) => unless).join(" or ") };
}

function usualCell({ kind, value }: UsualColumn, isStored: boolean): UsualCell {
  const hasBytes = `${value} >= ${noBytes}`;
  switch (kind) {
    case "boolean":
      return {
        write: `case ${value} when 1 then json('true') when 0 then json('false') else ${value} end`,
        unless: `${value} >= ${noText} or typeof(${value}) = 'real'`,
      };
    case "date":
      return { write: value, unless: `${value} < ${noText} or ${hasBytes}` };
    case "timestamp":
      // Text is cut at a NUL, so it must be all there: as many characters as bytes.
      return {
        write: `substr(${value}, 1, 10) || 'T' || substr(${value}, 12)`,
        unless: `${hasBytes} or not (${value} glob '${time}' and length(${value}) = octet_length(${value}))`,
      };
    case "text":
      // SQLite turns numbers into text where a table stores them in such a column; other sources need not.
      if (isStored) return { write: value, unless: hasBytes };
      return { write: value, unless: `${hasBytes} or typeof(${value}) = 'real'` };
    default:
      return { write: value, unless: `${hasBytes} or typeof(${value}) = 'real' and not ${isShort(value)}` };
  }
}

/**
 * SQLite writes numbers with fifteen digits. A number is the one nearest to a decimal of at most fifteen digits, six of
 * them behind the point, exactly when it comes out of the division again, and those digits are then its shortest.
 */
function isShort(value: string): string {
  return `(${value} between -1e9 and 1e9 and round(${value} * 1e6) / 1e6 = ${value})`;
}
