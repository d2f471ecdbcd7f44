import { quoteText } from "./quote-text.js";
import type { ValueKind } from "./value-kind.js";

/** A column of the rows to write, and the SQL of its value. */
export interface UsualColumn {
  /** Name in the row. */
  readonly name: string;
  readonly kind: ValueKind;
  /** The quoted column. */
  readonly value: string;
}

/** How to write rows. */
export interface RowSqlOptions {
  readonly format: "json" | "csv";
  /** Whether the values are stored in a table, where SQLite has converted them to the declared types. */
  readonly isStored: boolean;
  /** Whether text is decoded outside SQL. */
  readonly isRaw: boolean;
}

/** How to write one kind of column with SQLite's own JSON functions. */
interface UsualCell {
  /** SQL of the value to write. */
  readonly write: string;
  /** Condition under which the value cannot be written this way. NULL counts as false. */
  readonly unless: string;
}

/** Maximum number of columns. SQLite allows at most 127 arguments, and a member of an object needs two. */
const maxColumns = 60;
/** In SQLite's order, bytes come after all other values, and text after all numbers. */
export const noBytes = "x''";
export const noText = "''";
/** Pattern of a date, a space or a T, and a digit. */
const time = `[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9]*`;

/**
 * Builds the expression that writes a row in which no value must be finished later. It is a single call of SQLite's
 * JSON functions, which is several times faster than one for each cell: a JSON object, or a JSON array for CSV.
 *
 * @param columns - Columns
 * @param options - How to write the row, and where it comes from
 * @returns The expression and the condition under which it cannot be used, or `undefined` when no row can be written
 *   this way
 */
export function usualRowSql(
  columns: readonly UsualColumn[],
  { format, isStored }: RowSqlOptions,
): { readonly row: string; readonly unless: string } | undefined {
  if (columns.length === 0 || columns.length > maxColumns) return undefined;
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
      // SQLite truncates text at a NUL, so the text must be complete: it must have as many characters as bytes.
      return {
        write: `substr(${value}, 1, 10) || 'T' || substr(${value}, 12)`,
        unless: `${hasBytes} or not (${value} glob '${time}' and length(${value}) = octet_length(${value}))`,
      };
    case "text":
      // SQLite converts numbers to text when a table stores them in such a column. Other sources may not.
      if (isStored) return { write: value, unless: hasBytes };
      return { write: value, unless: `${hasBytes} or typeof(${value}) = 'real'` };
    default:
      return { write: value, unless: `${hasBytes} or typeof(${value}) = 'real' and not ${isShort(value)}` };
  }
}

/**
 * SQLite writes numbers with fifteen digits. If rounding to six decimal places returns exactly the same number, then it
 * is the number nearest to a decimal of at most fifteen digits, and those digits are its shortest form.
 */
function isShort(value: string): string {
  return `(${value} between -1e9 and 1e9 and round(${value} * 1e6) / 1e6 = ${value})`;
}
